import { getBacktest } from '@tenbin/contract';
import { chooseExchange } from '../exchange-access/require-exchange.ts';
import { requireWithin } from '../limits/limits.ts';
import { refusalOf } from '../route/fault-of-error.ts';
import { implementForAnybody } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { loadJob } from './load-job.ts';
import { pairsBetween } from './required-series.ts';

const mostPairs = 6;

/**
 * Anybody may ask: of the exchanges that the visited brand's organization offers. For whoever is not signed in nothing is
 * fetched, and all of them together have the share of one organization.
 */
export const handleGetBacktest = implementForAnybody(getBacktest, async ({ query, actor, caller, deps }) => {
  requireWithin(deps.limits.backtests, caller.address);
  const asker = actor ?? { organizationId: 'anybody', userId: caller.address };
  return deps.backtests.admit(asker, async () => {
    const { organization } = await deps.tenancy.tenantOf(caller.visit);
    const exchange = chooseExchange(await deps.database.platform.exchanges.listOffered(organization.id), query.exchange);
    const all = await deps.exchanges.fetchMarkets(exchange);
    const offered = new Map([...all].filter(([pair]) => !organization.settings.omitPairs.includes(pair)));
    const pairs = query.pairs ?? pairsBetween(Object.keys(query.balance), offered.keys());
    if (pairs.length > mostPairs) throw new Refusal('tooManyPairs', { facts: { most: mostPairs } });

    const { balance: balances, delta, tradingFee: fee, mode, startDate: start, endDate: end, interval = null } = query;
    const job = await loadJob(
      exchange,
      { pairs, offered, balances, delta, fee, mode, start, end, interval, now: deps.clock.now(), asker: actor },
      deps.candles,
    );
    const result = await deps.backtests.run(job, asker).catch(nameBalance);
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
