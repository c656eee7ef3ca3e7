import { countRecords, getPerformance, getVolume, getVolumeThisMonth, listRecords } from '@tenbin/contract';
import { asSearch } from '../limits/as-search.ts';
import { monthOf } from '../month.ts';
import { recordReply } from '../record-reply.ts';
import { type Implementation, implement } from '../route/implement.ts';
import { requireOwnBot } from './own-bot.ts';
import { rateOf } from './reply.ts';

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
  implement(getPerformance, async ({ params, query, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    const { bots, records } = actor.organization;
    const performance = await records.performance(params.id, query.targetTimestamp);
    const now = deps.clock.now();
    if (query.targetTimestamp < now) return performance;
    return { ...performance, annualRate: rateOf(await bots.require(actor.userId, params.id), now).annualRate };
  }),
  implement(getVolume, async ({ params, query, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    return { volume: Number(await actor.organization.records.volume(params.id, query)) };
  }),
  implement(getVolumeThisMonth, async ({ params, actor, deps }) => {
    await requireOwnBot(params.id, { actor, deps });
    return { volume: Number(await actor.organization.records.volume(params.id, monthOf(deps.clock.now()))) };
  }),
];
