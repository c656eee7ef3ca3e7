import type { Mapped, VirtualAccount } from '@tenbin/contract';

type Account = Pick<Mapped<VirtualAccount>, 'state' | 'balances' | 'bots' | 'orders'>;

/** Why no bot may be started on it. */
export const whyNotStart = ({ state }: Pick<Account, 'state'>): 'whileFrozen' | 'whileOverdrawn' | null =>
  state === 'frozen' ? 'whileFrozen' : state === 'overdrawn' ? 'whileOverdrawn' : null;

/** Why nothing of its money may be spent or moved away. */
export const whyNotSpend = (account: Account): ReturnType<typeof whyNotStart> | 'whileNothingFree' =>
  whyNotStart(account) ?? (Object.values(account.balances).some(({ free }) => Number(free) > 0) ? null : 'whileNothingFree');

/** Why it may not be closed. */
export function whyNotClose({ balances, bots, orders }: Account): 'whileNotEmpty' | null {
  const isEmpty = Object.values(balances).every(({ total }) => Number(total) === 0) && orders === 0;
  return isEmpty && bots.every(({ state }) => state === 'stopped') ? null : 'whileNotEmpty';
}
