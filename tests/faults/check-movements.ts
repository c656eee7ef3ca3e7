import { givenTo } from '@tenbin/bots';
import type { OrganizationDatabase } from '@tenbin/db';
import { type Balances, isZero, negate } from '@tenbin/market';
import type { ReadBot } from './read-bot.ts';

const all = { offset: 0, limit: 1_000_000 };

/** Every trade moved its bot's money once, and what the bot had at its stop went back to the rest: its sub-account is empty. */
export async function checkMovements(organization: OrganizationDatabase, { row, fills, rebalanceFills }: ReadBot): Promise<string[]> {
  const { subAccountId, exchangeAccountId, ledger } = row;
  const [subAccounts, derived, movements] = await Promise.all([
    organization.ledgers.listOfAccount(exchangeAccountId),
    organization.ledgers.addUp(exchangeAccountId),
    organization.ledgers.listMovements(subAccountId, all),
  ]);
  const wrong: string[] = [];
  const stored = subAccounts.find(({ id }) => id === subAccountId)?.balances;
  if (!stored || Object.keys(stored).length > 0) wrong.push(`its sub-account holds ${JSON.stringify(stored)} after its stop`);
  if (derived.has(subAccountId)) wrong.push(`its movements leave ${JSON.stringify(derived.get(subAccountId))}`);
  const named = (trades: readonly { readonly pair: string; readonly tradeId: string; readonly exchangeOrderId: string }[]) =>
    trades.map(({ pair, tradeId, exchangeOrderId }) => `${pair} ${tradeId} ${exchangeOrderId}`).sort();
  const moved = named(movements.flatMap(({ fill }) => (fill ? [fill] : [])));
  if (moved.join() !== named([...fills, ...rebalanceFills]).join()) wrong.push('its movements are not those of its trades');
  const [last] = movements;
  const given = last?.cause === 'share' ? givenTo(subAccountId, last.entries) : {};
  if (last && sorted(given, negate) !== sorted(ledger?.balances ?? {})) wrong.push('it gave back something else than it had');
  return wrong;
}

const sorted = (balances: Balances, change: (amount: string) => string = (amount) => amount): string =>
  Object.entries(balances)
    .filter(([, amount]) => !isZero(amount))
    .map(([currency, amount]) => `${currency} ${change(amount)}`)
    .sort()
    .join();
