import { type ConsistencyFix, inconsistencyOutcomes } from '@tenbin/contract';
import { type Compared, cancelUnknown, type Difference } from '@tenbin/engine';
import type { ExchangeAccount } from '@tenbin/exchange';
import { DomainError } from '@tenbin/market';
import type { AuditNote } from '../../audit/auditor.ts';
import { type Asking, atExchange, compareAt, type PlacedBot } from './stored-place.ts';

export type Outcome = ConsistencyFix['done'][number]['outcome'];

export interface Mended {
  readonly difference: Difference;
  readonly outcome: Outcome;
}

interface Fixing extends Asking {
  readonly audit: AuditNote;
  readonly cancelUnknown: boolean;
  readonly dryRun: boolean;
}

/**
 * Mends what differs of one bot. It is written under the next epoch of the exchange account, so that nobody who ran the bot until
 * now writes beside it; whoever runs the bot takes it up again as after a restart. A bot without a difference is left alone.
 *
 * @throws {Refusal}, {ExchangeError} nothing was stored
 */
export function fixBot(bot: PlacedBot, fixing: Fixing): Promise<readonly Mended[]> {
  const { organizationId, row } = bot;
  const { exchangeAccountId } = row;
  return atExchange({ organizationId, exchangeAccountId }, fixing, async (account) => {
    const { deps, dryRun } = fixing;
    const { differences, unknown } = await compareAt(account, bot, { deps });
    const planned = differences.map((difference) => ({ difference, outcome: plannedOf(difference, fixing) }));
    if (dryRun || !planned.some(({ outcome }) => isDone(outcome))) return planned;
    const epoch = await deps.database.platform.workers.takeAway({ organizationId, exchangeAccountId }, null);
    if (epoch === null) return planned.map(byWorker);
    const { step } = await compareAt(account, bot, { deps, settledForMs: 0 });
    const isStored = await store(bot, { ...fixing, epoch, step, planned });
    if (isStored && fixing.cancelUnknown) await cancelAndTakeIn(account, bot, { deps, epoch, unknown });
    deps.signals.botChanged(organizationId, row, ['bot', 'orders', 'record', 'timeline']);
    return isStored ? planned : planned.map(byWorker);
  });
}

function plannedOf({ kind, remedy }: Difference, { cancelUnknown: isCancelled }: Fixing): Outcome {
  if (isCancelled) return kind === 'orderUnknown' ? 'cancelled' : remedy;
  return remedy === 'cancelled' ? 'left' : remedy;
}

const isDone = (outcome: Outcome): boolean => outcome !== 'left' && outcome !== 'waits';

const byWorker = ({ difference, outcome }: Mended): Mended => ({ difference, outcome: isDone(outcome) ? 'byWorker' : outcome });

/** What it traded before is booked by then. What comes of the cancelling and cannot be stored, its worker takes in. */
async function cancelAndTakeIn(
  account: ExchangeAccount,
  bot: PlacedBot,
  { deps, epoch, unknown }: Pick<Asking, 'deps'> & Pick<Compared, 'unknown'> & { readonly epoch: number },
): Promise<void> {
  await cancelUnknown(account, unknown);
  const { step } = await compareAt(account, bot, { deps, settledForMs: 0 });
  if (step) await unlessTaken(deps.database.forOrganization(bot.organizationId).journal.record({ botId: bot.row.id, epoch }, step));
}

interface Storing extends Fixing, Pick<Compared, 'step'> {
  readonly epoch: number;
  readonly planned: readonly Mended[];
}

/** The step, what is asked of the bot, and the entry of both: all or nothing. @returns false where a worker was faster */
async function store({ row, organizationId }: PlacedBot, { actor, deps, audit, epoch, step, planned }: Storing): Promise<boolean> {
  const countOf = (outcome: Outcome) => planned.filter((one) => one.outcome === outcome).length;
  const counts = Object.fromEntries(inconsistencyOutcomes.map((outcome) => [outcome, countOf(outcome)]));
  return unlessTaken(
    deps.database.forOrganization(organizationId).transaction(async (within) => {
      if (step) await within.journal.record({ botId: row.id, epoch }, step);
      if (planned.some(({ outcome }) => outcome === 'stopAsked'))
        await within.bots.setActive(row.userId, row.id, { active: false, by: actor.operatorId, at: deps.clock.now() });
      await audit.storeIn(within, { botId: row.id, organizationId, ...counts });
    }),
  );
}

/** @returns false where a worker has taken the bot up meanwhile, and nothing was stored */
async function unlessTaken(storing: Promise<unknown>): Promise<boolean> {
  try {
    await storing;
    return true;
  } catch (error) {
    if (error instanceof DomainError && (error.code === 'staleEpoch' || error.code === 'tradeKnown')) return false;
    throw error;
  }
}
