import { getBacktest } from '@tenbin/contract';
import { intervalMsOf } from '@tenbin/exchange';
import { chooseExchange } from '../exchange-access/require-exchange.ts';
import { requireWithin } from '../limits/limits.ts';
import { refusalOf } from '../route/fault-of-error.ts';
import { implementPublic } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { loadSeries } from './load-series.ts';
import { pairsBetween, requiredSeries } from './required-series.ts';

const mostPairs = 6;
/** A year of minutes of three pairs and a little more. */
const mostPairCandles = 1_650_000;

/** Anybody may ask: of the exchanges that the visited brand's organization offers. */
export const handleGetBacktest = implementPublic(getBacktest, async ({ query, caller, deps }) => {
  requireWithin(deps.limits.backtests, caller.address);
  return deps.backtests.admit(caller.address, async () => {
    const { organization } = await deps.tenancy.tenantOf(caller.visit);
    const exchange = chooseExchange(await deps.database.platform.exchanges.listOffered(organization.id), query.exchange);
    const all = await deps.exchanges.fetchMarkets(exchange);
    const rules = new Map([...all].filter(([pair]) => !organization.settings.omitPairs.includes(pair)));
    const pairs = query.pairs ?? pairsBetween(Object.keys(query.balance), rules.keys());
    if (pairs.length > mostPairs) throw new Refusal('tooManyPairs', { facts: { most: mostPairs } });

    const wanted = requiredSeries(pairs, rules.keys());
    const { series, start, end, interval } = await loadSeries(
      exchange,
      { pairs: wanted, start: query.startDate, end: query.endDate, now: deps.clock.now(), interval: query.interval ?? null },
      deps.candles,
    );
    const candles = (end - start) / intervalMsOf(interval);
    const most = Math.floor(mostPairCandles / wanted.length);
    if (candles > most) throw new Refusal('periodTooLong', { facts: { candles, most } });
    const result = await deps.backtests
      .run({
        series,
        pairs,
        interval,
        intervalMs: intervalMsOf(interval),
        start,
        end,
        balances: query.balance,
        delta: query.delta,
        fee: query.tradingFee,
        mode: query.mode,
        rules: pairs.every((pair) => rules.has(pair)) ? pairs.flatMap((pair) => rules.get(pair) ?? []) : null,
        timeScale: exchange.timeScale,
      })
      .catch(nameBalance);
    return { exchange: { _id: exchange.id, name: exchange.name, timeScale: exchange.timeScale }, ...result };
  });
});

const ofBalance: ReadonlySet<string> = new Set(['balanceNotPositive', 'unbalanced', 'minimumValue', 'amountTooLarge']);

/** Elsewhere these speak of a wallet; here it is the parameter that was sent. */
function nameBalance(error: unknown): never {
  const refusal = refusalOf(error);
  if (!refusal || !ofBalance.has(refusal.code)) throw error;
  const { code, details } = refusal;
  throw new Refusal(code, { ...details, fields: { ...details.fields, balance: { words: code, facts: details.facts ?? {} } } });
}
