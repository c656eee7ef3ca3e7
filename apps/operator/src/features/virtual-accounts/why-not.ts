import { whyNotClose as whyBooksNotClose, whyNothing } from '@tenbin/bots';
import type { Mapped, VirtualAccount } from '@tenbin/contract';
import { isPositive } from '@tenbin/market';

type Account = Pick<Mapped<VirtualAccount>, 'state' | 'balances' | 'bots' | 'orders'>;

/** No act is offered of a closed one. */
const words = { ledgerFrozen: 'whileFrozen', ledgerOverdrawn: 'whileOverdrawn', ledgerClosed: null } as const;

/** Why no bot may be started on it. */
export function whyNotStart({ state }: Pick<Account, 'state'>): 'whileFrozen' | 'whileOverdrawn' | null {
  const because = whyNothing(state);
  return because && words[because];
}

/** Why nothing of its money may be spent or moved away. */
export const whyNotSpend = (account: Account): ReturnType<typeof whyNotStart> | 'whileNothingFree' =>
  whyNotStart(account) ?? (Object.values(account.balances).some(({ free }) => isPositive(free)) ? null : 'whileNothingFree');

/** Why it may not be closed. */
export function whyNotClose({ balances, bots, orders }: Account): 'whileNotEmpty' | null {
  const totals = Object.fromEntries(Object.entries(balances).map(([currency, { total }]) => [currency, total]));
  const isClosable = whyBooksNotClose({ balances: totals, orders }) === null && bots.every(({ state }) => state === 'stopped');
  return isClosable ? null : 'whileNotEmpty';
}
