import { isOrderOf, usableBy } from '@tenbin/bots';
import type { AnyBotRow, VirtualAccount } from '@tenbin/db';
import type { Funds } from '@tenbin/engine';

/** What of a virtual account one of its bots may spend. */
export const fundsOf = (account: VirtualAccount, { botNumber }: Pick<AnyBotRow, 'botNumber'>): Funds => ({
  version: account.version,
  balances: usableBy(account, (clientOrderId) => isOrderOf(botNumber, clientOrderId)),
});
