import { calendarMonth } from '@tenbin/billing';
import type { countRecords, getPerformance, getVolume, getVolumeThisMonth, listCandleFills, listRecords } from '@tenbin/contract';
import { intervalMsOf } from '@tenbin/market';
import { asSearch } from '../../limits/as-search.ts';
import { recordReply } from '../record-reply.ts';
import { rateOf } from '../reply.ts';
import type { BotRead, IdentifiedBot } from './bot-read.ts';

export const readRecords: BotRead<typeof listRecords, IdentifiedBot> = async ({ id }, { query, actor, deps }) => {
  const { records } = actor.organization;
  const found = await asSearch({ call: 'listRecords', ...query }, { actor, deps }, () => records.list(id, query));
  return found.map(recordReply);
};

export const readRecordCount: BotRead<typeof countRecords, IdentifiedBot> = async ({ id }, { query, actor }) => ({
  count: await actor.organization.records.count(id, query),
});

export const readCandleFills: BotRead<typeof listCandleFills, IdentifiedBot> = async ({ id }, { query, actor, deps }) => {
  const { pair, interval, limit } = query;
  const intervalMs = intervalMsOf(interval);
  const now = deps.clock.now().getTime();
  const period = { start: new Date((Math.floor(now / intervalMs) - limit + 1) * intervalMs), end: new Date(now + 1) };
  const found = await deps.limits.searchLine.pass(actor.userId, () =>
    actor.organization.records.byCandle(id, { pair, intervalMs, ...period }),
  );
  return found.map((fills) => ({ ...fills, at: fills.at.getTime() }));
};

export const readPerformance: BotRead<typeof getPerformance, IdentifiedBot> = async ({ id }, { query, actor, deps }) => {
  const { bots, records } = actor.organization;
  const performance = await records.performance(id, query.targetTimestamp);
  const now = deps.clock.now();
  const bot = query.targetTimestamp < now ? null : await bots.find(id);
  return bot ? { ...performance, annualRate: rateOf(bot, now).annualRate } : performance;
};

export const readVolume: BotRead<typeof getVolume, IdentifiedBot> = async ({ id }, { query, actor }) => ({
  volume: Number(await actor.organization.records.volume(id, query)),
});

export const readVolumeThisMonth: BotRead<typeof getVolumeThisMonth, IdentifiedBot> = async ({ id }, { actor, deps }) => {
  const { timeZone } = (await deps.organizations.require(actor.organizationId)).settings;
  return { volume: Number(await actor.organization.records.volume(id, calendarMonth(deps.clock.now(), timeZone))) };
};
