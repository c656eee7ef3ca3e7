import { calendarMonth } from '@tenbin/billing';
import { countRecords, getPerformance, getVolume, getVolumeThisMonth, listCandleFills, listRecords } from '@tenbin/contract';
import { intervalMsOf } from '@tenbin/market';
import { recordReply } from '../../bots/record-reply.ts';
import { rateOf } from '../../bots/reply.ts';
import { asSearch } from '../../limits/as-search.ts';
import { type Implementation, implement } from '../../route/implement.ts';
import { requireOwnBot } from './own-bot.ts';

export const recordCalls: readonly Implementation[] = [
  implement(listRecords, async ({ params, query, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    const { records } = actor.organization;
    const found = await asSearch({ call: 'listRecords', ...query }, { actor, deps }, () => records.list(params.id, query));
    return found.map(recordReply);
  }),
  implement(countRecords, async ({ params, query, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    return { count: await actor.organization.records.count(params.id, query) };
  }),
  implement(listCandleFills, async ({ params, query, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    const { pair, interval, limit } = query;
    const intervalMs = intervalMsOf(interval);
    const now = deps.clock.now().getTime();
    const period = { start: new Date((Math.floor(now / intervalMs) - limit + 1) * intervalMs), end: new Date(now + 1) };
    const found = await deps.limits.searchLine.pass(actor.userId, () =>
      actor.organization.records.byCandle(params.id, { pair, intervalMs, ...period }),
    );
    return found.map((fills) => ({ ...fills, at: fills.at.getTime() }));
  }),
  implement(getPerformance, async ({ params, query, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    const { bots, records } = actor.organization;
    const performance = await records.performance(params.id, query.targetTimestamp);
    const now = deps.clock.now();
    const bot = query.targetTimestamp < now ? null : await bots.find(params.id);
    return bot ? { ...performance, annualRate: rateOf(bot, now).annualRate } : performance;
  }),
  implement(getVolume, async ({ params, query, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    return { volume: Number(await actor.organization.records.volume(params.id, query)) };
  }),
  implement(getVolumeThisMonth, async ({ params, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    const { timeZone } = (await deps.organizations.require(actor.organizationId)).settings;
    return { volume: Number(await actor.organization.records.volume(params.id, calendarMonth(deps.clock.now(), timeZone))) };
  }),
];
