import { turnoverOf } from '@tenbin/strategy';
import { differingCurrencies } from '../move-balances.ts';
import { currenciesApart, type Moved } from './check-rounding.ts';
import type { ReadBot } from './read-bot.ts';
import type { LoggedTrade } from './venue-log.ts';

/**
 * A rebalance has ended, in one way, said once; its log tells what the exchange traded for it; it was asked for once, so
 * there is one.
 *
 * @param trades - the exchange's, of orders that were sent for it
 * @param moved - the trades of its account: what their rounding leaves over, a bot that has not traded yet begins with
 */
export function checkRebalance(
  { row, begins, rebalances, timeline }: ReadBot,
  trades: readonly LoggedTrade[],
  moved: Moved = { trades, units: {} },
): string[] {
  const [rebalance, ...others] = rebalances;
  if (!rebalance) return trades.length > 0 ? ['it has traded for a rebalance that nobody asked for'] : [];
  const wrong = others.length > 0 || begins !== 'lopsided' ? [`it was rebalanced ${rebalances.length} times`] : [];
  const { status, endedAt, balancesAfter, turnover } = rebalance;
  if (endedAt === null) wrong.push(`its rebalance is still ${status}`);
  const noted = (kind: string) => timeline.filter((entry) => entry.kind === kind).reduce((sum, { count }) => sum + count, 0);
  const isCompleted = status === 'completed';
  if (noted('rebalanced') !== Number(isCompleted))
    wrong.push(`its rebalance is ${status}, and said to be done ${noted('rebalanced')} times`);
  if (noted('rebalanceFailed') > Number(status === 'failed'))
    wrong.push(`its rebalance is ${status}, and said to have failed ${noted('rebalanceFailed')} times`);
  if (status === 'failed' && row.messages.length !== 1) wrong.push(`its rebalance has failed, and it has ${row.messages.length} messages`);
  if (isCompleted && currenciesApart(balancesAfter ?? {}, row.ledger?.initialBalances ?? {}, moved).length > 0)
    wrong.push('it did not begin with what its rebalance led to');
  return [
    ...wrong,
    ...differingCurrencies(turnover, turnoverOf(trades)).map(
      (currency) => `the turnover of its rebalance in ${currency} is not what was traded`,
    ),
  ];
}
