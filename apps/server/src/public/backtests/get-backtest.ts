import { getBacktest } from '@tenbin/contract';
import { loadJob } from '../../backtests/load-job.ts';
import { pairsBetween } from '../../backtests/required-series.ts';
import { chooseExchange } from '../../exchange-access/require-exchange.ts';
import { requireWithin } from '../../limits/limits.ts';
import { implementForAnybody } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

const maxPairs = 6;

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
    if (pairs.length > maxPairs) throw new Refusal('tooManyPairs', { facts: { most: maxPairs } });

    const { balance: balances, delta, tradingFee: fee, mode, startDate: start, endDate: end, interval = null } = query;
    const job = await loadJob(
      exchange,
      { pairs, offered, balances, delta, fee, mode, start, end, interval, now: deps.clock.now(), asker: actor },
      deps.candles,
    );
    const result = await deps.backtests.run(job, asker);
    return { exchange: { _id: exchange.id, name: exchange.name, timeScale: exchange.timeScale }, ...result };
  });
});
