import type { BotStanding } from '@tenbin/bots';
import { sql as fragment } from 'drizzle-orm';
import { bots } from '../schema/bots.ts';

/** What `lifecycleOf` says of a bot, of many rows at once: a test holds each of these to it, over all that can be stored. */

/** Runs or is wanted to, is rebalanced, or is not at rest yet: it is work for a worker, and may not be changed. */
export const isBusy = fragment`(${bots.active} or ${bots.state} <> 'stopped' or ${bots.rebalanceId} is not null)`;

/** Is shown to be stopping: whether it has begun or not. */
export const isStopping = fragment`case ${bots.state} when 'stopped' then false when 'stopping' then true
  when 'rebalancing' then ${bots.rebalanceId} is null else not ${bots.active} end`;

/** Its worker has something to do for it that it has not begun. */
export const hasNext = fragment`case ${bots.state} when 'stopped' then ${isBusy}
  else (${bots.state} <> 'stopping' and ${isStopping}) or ${bots.forcedAt} is not null end`;

/** Wanted to run, and not waiting for a rebalance. */
export const isRunning = fragment`(${bots.active} and ${bots.rebalanceId} is null)`;

export const standing = fragment<BotStanding>`case when ${isRunning} then 'running' when ${isBusy} then 'between' else 'stopped' end`;
