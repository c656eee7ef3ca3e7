import type { Exchange, ExchangeAccount, OrganizationDatabase, VirtualAccount } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';
import { chooseExchange } from '../../exchange-access/require-exchange.ts';
import { Refusal } from '../../route/refusal.ts';

export interface Named {
  readonly exchangeName: string;
  readonly name: string;
}

export interface FoundAccount {
  readonly exchange: Exchange;
  readonly exchangeAccount: ExchangeAccount;
  readonly account: VirtualAccount;
}

/** By id or name, whichever organizations offer it. @throws {Refusal} `exchangeNotFound` */
export async function findPlatformExchange({ database }: ServerContext, wanted: string): Promise<Exchange> {
  return chooseExchange(await database.platform.exchanges.list(), wanted);
}

/**
 * Reads by what it is given alone: inside of a transaction there may be no other connection.
 *
 * @throws {Refusal} `exchangeNotFound`, `virtualAccountNotFound`
 */
export async function requireAccount(within: OrganizationDatabase, { exchangeName, name }: Named): Promise<FoundAccount> {
  const exchange = chooseExchange(await within.exchanges(), exchangeName);
  const exchangeAccount = await within.exchangeAccounts.findOfPlatform(exchange.id);
  const account = exchangeAccount && (await within.virtualAccounts.find(exchangeAccount.id, name));
  if (!exchangeAccount || !account) throw new Refusal('virtualAccountNotFound');
  return { exchange, exchangeAccount, account };
}
