import { heldOf } from '@tenbin/bots';
import {
  getRealBalance,
  getVirtualAccount,
  listAllVirtualOrders,
  listMovements,
  listOpenVirtualOrders,
  listVirtualAccounts,
  listVirtualRecords,
} from '@tenbin/contract';
import { type OrganizationDatabase, platformOrganizationId } from '@tenbin/db';
import { add, addBalances, type Balances, subtract, type Wallet } from '@tenbin/market';
import { recordReply } from '../../bots/record-reply.ts';
import type { ServerContext } from '../../context.ts';
import { withKey } from '../../exchange-access/with-key.ts';
import { openCredentials } from '../../exchange-accounts/credentials.ts';
import { type Implementation, implementForOperator } from '../../route/implement.ts';
import { requireAccount } from './find-account.ts';
import { accountReply, movementReply, orderReply } from './reply.ts';

const platformOf = ({ database }: ServerContext) => database.forOrganization(platformOrganizationId);

const handleList = implementForOperator(listVirtualAccounts, async ({ deps }) => {
  const within = platformOf(deps);
  const exchanges = new Map((await deps.database.platform.exchanges.list()).map(({ id, name }) => [id, name]));
  const accounts = await within.virtualAccounts.list();
  return Promise.all(
    accounts.map(async (account) => {
      const { exchangeId } = await within.exchangeAccounts.require(account.exchangeAccountId);
      return accountReply(within, account, { exchangeName: exchanges.get(exchangeId) ?? '' });
    }),
  );
});

const handleGet = implementForOperator(getVirtualAccount, async ({ query, deps }) => {
  const within = platformOf(deps);
  const { account, exchange } = await requireAccount(within, query);
  return accountReply(within, account, { exchangeName: exchange.name, at: query.at });
});

const handleRealBalance = implementForOperator(getRealBalance, async ({ query, deps, actor }) => {
  const within = platformOf(deps);
  const { account, exchange, exchangeAccount } = await requireAccount(within, query);
  const credentials = openCredentials(deps, platformOrganizationId, exchangeAccount);
  const asker = { userId: actor.operatorId, organizationId: platformOrganizationId };
  const before = await bookedOn(within, account.exchangeAccountId);
  const at = deps.clock.now();
  const wallet = await withKey({ exchange, credentials, isTriedOut: 'never' }, { asker, deps }, (one) => one.fetchWallet());
  const after = await bookedOn(within, account.exchangeAccountId);
  return { balances: compared(wallet, after), at: at.toISOString(), complete: JSON.stringify(before) === JSON.stringify(after) };
});

interface BookedSums {
  readonly ledgers: Balances;
  readonly held: Balances;
  readonly rest: Balances;
}

async function bookedOn({ virtualAccounts }: OrganizationDatabase, exchangeAccountId: string): Promise<BookedSums> {
  const accounts = await virtualAccounts.list(exchangeAccountId);
  const rest = await virtualAccounts.findRest(exchangeAccountId);
  const sumOf = (all: readonly Balances[]) => all.reduce<Balances>((sum, one) => addBalances(sum, one), {});
  return { ledgers: sumOf(accounts.map(({ balances }) => balances)), held: sumOf(accounts.map(heldOf)), rest: rest?.balances ?? {} };
}

function compared(wallet: Wallet, { ledgers, held, rest }: BookedSums) {
  const currencies = [...new Set([wallet, ledgers, rest].flatMap((one) => Object.keys(one)))].sort();
  return Object.fromEntries(
    currencies.map((currency) => {
      const { free = '0', locked = '0' } = wallet[currency] ?? {};
      const there = add(free, locked);
      const [ofLedgers, left] = [ledgers[currency] ?? '0', rest[currency] ?? '0'];
      const difference = subtract(there, add(ofLedgers, left));
      return [currency, { wallet: there, held: held[currency] ?? '0', ledgers: ofLedgers, rest: left, difference }];
    }),
  );
}

const handleOpenOrders = implementForOperator(listOpenVirtualOrders, async ({ query, deps }) => {
  const within = platformOf(deps);
  const { account } = await requireAccount(within, query);
  return (await within.virtualAccounts.listOrders(account.id, { ...pageOf(query), isOpen: true })).map((order) => orderReply(order));
});

const handleAllOrders = implementForOperator(listAllVirtualOrders, async ({ query, deps }) => {
  const within = platformOf(deps);
  const { account } = await requireAccount(within, query);
  return (await within.virtualAccounts.listOrders(account.id, pageOf(query))).map((order) => orderReply(order));
});

const handleRecords = implementForOperator(listVirtualRecords, async ({ query, deps }) => {
  const within = platformOf(deps);
  const { account } = await requireAccount(within, query);
  return (await within.virtualAccounts.listRecords(account.id, pageOf(query))).map(recordReply);
});

const handleMovements = implementForOperator(listMovements, async ({ query, deps }) => {
  const within = platformOf(deps);
  const { account } = await requireAccount(within, query);
  const names = new Map((await within.virtualAccounts.list(account.exchangeAccountId)).map(({ id, name }) => [id, name]));
  const found = await within.virtualAccounts.listMovements(account.id, pageOf(query));
  return found.map((movement) => movementReply(movement, names));
});

const pageOf = ({ offset, limit, pair }: { readonly offset: number; readonly limit: number; readonly pair?: string | undefined }) => ({
  offset,
  limit,
  ...(pair !== undefined && { pair }),
});

export const accountReads: readonly Implementation[] = [
  handleList,
  handleGet,
  handleRealBalance,
  handleOpenOrders,
  handleAllOrders,
  handleRecords,
  handleMovements,
];
