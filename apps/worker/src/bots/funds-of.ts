import { heldBesides, isOrderOf } from '@tenbin/bots';
import type { AnyBotRow, VirtualAccount } from '@tenbin/db';
import type { Funds } from '@tenbin/engine';

/** A virtual account as one of its bots is told of it. */
export const fundsOf = (account: VirtualAccount, { botNumber }: Pick<AnyBotRow, 'botNumber'>): Funds => ({
  version: account.version,
  balances: account.balances,
  heldByOthers: heldBesides(account, (clientOrderId) => isOrderOf(botNumber, clientOrderId)),
});
