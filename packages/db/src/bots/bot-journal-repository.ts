import { leavesAlone } from '@tenbin/bots';
import type { AuditEntry } from '../audit/audit.ts';
import { auditRepository } from '../audit/audit-repository.ts';
import { settleAll } from '../database/settle-all.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import { writeMovements } from '../ledger/write-movements.ts';
import { insertFills, writeOrders } from '../orders/write-orders.ts';
import { addToDays } from '../performance/add-to-days.ts';
import { writeRebalance } from '../rebalances/write-rebalance.ts';
import { insertRecords, numberRecords } from '../records/insert-records.ts';
import { appendToTimeline } from '../timeline/append-to-timeline.ts';
import { bookVirtualStep } from '../virtual-accounts/book-virtual-step.ts';
import type { BotJournal, JournalKey, Progress, Recorded } from './bot-journal.ts';
import { lockBot, writeBot } from './write-bot.ts';

export function botJournalRepository(context: TenantContext): BotJournal {
  return {
    record: (key, progress) => context.transaction((tx) => write(tx, key, progress)),
  };
}

/**
 * What others depend on goes first: orders before their trades, trades before the totals of the bot. All of it is on its
 * way before the first answer; one refusal takes everything back, and is what is thrown.
 */
async function write(tx: TenantContext, { botId, epoch }: JournalKey, progress: Progress): Promise<Recorded> {
  const { orders = [], fills = [], rebalance, timeline = [] } = progress;
  const bot = await lockBot(tx, botId);
  if (bot.epoch !== epoch) throw new DbError('staleEpoch', { botId, epoch, current: bot.epoch });
  // Its answer was lost. Nobody else writes steps under this epoch, so it can only be the last one.
  if (progress.step !== undefined && bot.lastStep === progress.step) return 'known';
  if (progress.phase?.kind === 'starting' && !bot.active) throw new DbError('startWithdrawn', { botId });
  const isBooked = bot.holds !== null && !leavesAlone(progress, { holds: bot.holds });
  const records = numberRecords(tx, bot, progress.records ?? []);
  await settleAll([
    writeOrders(tx, bot, orders),
    insertFills(tx, bot, fills),
    insertRecords(tx, records),
    writeBot(tx, bot, { ...progress, totals: records.totals }),
    isBooked && bookVirtualStep(tx, bot, progress),
    bot.holds === null && writeMovements(tx, bot, progress),
    addToDays(tx, botId, progress.days ?? []),
    rebalance && writeRebalance(tx, botId, rebalance),
    appendToTimeline(tx, botId, timeline),
    progress.active === false && auditRepository({ ...tx, onEntry: tx.onAudit }).append(stoppedByItself(botId, progress, tx.clock.now())),
  ]);
  return isBooked ? 'booked' : 'written';
}

/** A worker took a bot's request to run back: why stands in the message for its owner. */
function stoppedByItself(botId: string, { messages = [] }: Progress, now: Date): AuditEntry {
  const [first] = messages;
  const facts = { botId, ...(first ? { cause: first.code } : {}) };
  const nobody = { actorId: null, refusal: null, network: null, agent: null };
  return { ...nobody, at: first?.at ?? now, actor: 'worker', action: 'stopBot', facts };
}
