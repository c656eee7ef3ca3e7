import { DomainError } from '@tenbin/market';
import { checkChannel, checkPayload } from '../database/notifications.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { insertFills, writeOrders } from '../orders/write-orders.ts';
import { writeRebalance } from '../rebalances/write-rebalance.ts';
import { insertRecords } from '../records/insert-records.ts';
import { appendToTimeline } from '../timeline/timeline-repository.ts';
import type { BotJournal, JournalKey, Progress } from './bot-journal.ts';
import { lockBot, writeBot } from './write-bot.ts';

export function botJournalRepository(context: TenantContext): BotJournal {
  return {
    record: (key, progress) => context.transaction((tx) => write(tx, key, progress)),
  };
}

/** What others depend on goes first: orders before their trades, trades before the totals of the bot. */
async function write(tx: TenantContext, { botId, epoch }: JournalKey, progress: Progress) {
  const bot = await lockBot(tx, botId);
  if (bot.epoch !== epoch) throw new DomainError('staleEpoch', { botId, epoch, current: bot.epoch });
  if (progress.phase?.kind === 'starting' && !bot.active) throw new DomainError('startWithdrawn', { botId });
  await writeOrders(tx, bot, progress.orders ?? []);
  await insertFills(tx, bot, progress.fills ?? []);
  const { records, totals } = await insertRecords(tx, bot, progress.records ?? []);
  const notifications = progress.notify ?? [];
  for (const { channel, payload } of notifications) {
    checkChannel(channel);
    checkPayload(payload);
  }
  await Promise.all([
    writeBot(tx, bot, { ...progress, totals }),
    progress.rebalance && writeRebalance(tx, botId, progress.rebalance),
    ...(progress.timeline ?? []).map((entry) => appendToTimeline(tx, botId, entry)),
    ...notifications.map(({ channel, payload }) => tx.run('select pg_notify($1, $2)', [channel, payload], 'array')),
  ]);
  return records;
}
