import { hasShare, holdInstead } from '@tenbin/bots';
import { type ConsistencyFix, inconsistencyOutcomes } from '@tenbin/contract';
import { type Compared, cancelUnknown, type Difference } from '@tenbin/engine';
import type { ExchangeAccount, OrderRef } from '@tenbin/exchange';
import { DomainError } from '@tenbin/market';
import type { AuditNote } from '../../audit/auditor.ts';
import { keyChanged, unlessKeyRefused } from './key-changed.ts';
import { type Asking, atExchange, compareAt, type PlacedBot, storedBooks } from './stored-place.ts';

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
export async function fixBot(bot: PlacedBot, fixing: Fixing): Promise<readonly Mended[]> {
  const mended = await unlessKeyRefused(() => fixUnlessRefused(bot, fixing));
  return mended ?? [{ difference: keyChanged(fixing.deps.clock.now()), outcome: 'byOwner' }];
}

function fixUnlessRefused(bot: PlacedBot, fixing: Fixing): Promise<readonly Mended[]> {
  const { organizationId, row } = bot;
  const { exchangeAccountId } = row;
  return atExchange({ organizationId, exchangeAccountId }, fixing, async (account) => {
    const { deps, dryRun } = fixing;
    const { differences, unknown } = await compareAt(account, bot, { deps });
    const planned = differences.map((difference) => ({ difference, outcome: plannedOf(difference, fixing) }));
    if (dryRun || !planned.some(({ outcome }) => isDone(outcome))) return planned;
    const epoch = await deps.database.platform.workers.takeAway({ organizationId, exchangeAccountId }, null);
    if (epoch === null) return planned.map(byWorker);
    if (planned.some(({ difference }) => difference.kind === 'bookDiffers') && !(await unlessTaken(correctBooks(bot, { deps, epoch }))))
      return planned.map(byWorker);
    const { step, holds } = await compareAt(account, bot, { deps, settledForMs: 0 });
    const isStored = await store(bot, { ...fixing, epoch, step, holds, planned });
    if (isStored && fixing.cancelUnknown)
      await cancelAndTakeIn(account, bot, { deps, epoch, unknown: unknown.filter((order) => isPlanned(order, planned)) });
    deps.signals.botChanged(organizationId, row, ['bot', 'orders', 'record', 'timeline']);
    return isStored ? planned : planned.map(byWorker);
  });
}

function plannedOf({ kind, remedy }: Difference, { cancelUnknown: isCancelled }: Fixing): Outcome {
  if (isCancelled) return kind === 'orderUnknown' ? 'cancelled' : remedy;
  return remedy === 'cancelled' ? 'left' : remedy;
}

/** What is too young to be told is not cancelled either. */
const isPlanned = (order: OrderRef, planned: readonly Mended[]): boolean =>
  planned.some(
    ({ difference, outcome }) =>
      outcome === 'cancelled' &&
      difference.pair === order.pair &&
      difference.clientOrderId === order.clientOrderId &&
      difference.exchangeOrderId === order.exchangeOrderId,
  );

const nothingToDo: ReadonlySet<Outcome> = new Set(['left', 'waits', 'atNextStart', 'byOwner']);
const isDone = (outcome: Outcome): boolean => !nothingToDo.has(outcome);

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

/** What the bot and its sub-account have is what its movements add up to. */
async function correctBooks(
  { row, organizationId }: PlacedBot,
  { deps, epoch }: Pick<Asking, 'deps'> & { readonly epoch: number },
): Promise<void> {
  await deps.database.forOrganization(organizationId).transaction(async (within) => {
    const { phase, ledger } = (await within.bots.find(row.id)) ?? row;
    const books = await storedBooks(within, row, { phase, ledger });
    if (!books) return;
    await within.ledgers.correct(row.subAccountId, books.derived);
    const balances = Object.fromEntries(Object.keys({ ...ledger?.balances }).map((currency) => [currency, books.derived[currency] ?? '0']));
    await within.journal.record({ botId: row.id, epoch }, ledger && hasShare(phase) ? { ledger: { ...ledger, balances } } : {});
  });
}

interface Storing extends Fixing, Pick<Compared, 'step' | 'holds'> {
  readonly epoch: number;
  readonly planned: readonly Mended[];
}

/** The step, what is asked of the bot, and the entry of both: all or nothing. @returns false where a worker was faster */
async function store({ row, organizationId }: PlacedBot, { actor, deps, audit, epoch, step, holds, planned }: Storing): Promise<boolean> {
  const countOf = (outcome: Outcome) => planned.filter((one) => one.outcome === outcome).length;
  const counts = Object.fromEntries(inconsistencyOutcomes.map((outcome) => [outcome, countOf(outcome)]));
  return unlessTaken(
    deps.database.forOrganization(organizationId).transaction(async (within) => {
      // Without a step, too: it refuses whoever has lost the exchange account.
      await within.journal.record({ botId: row.id, epoch }, step ?? {});
      if (Object.keys(holds).length > 0)
        await within.virtualAccounts.change(row.exchangeAccountId, [row.subAccountId], { by: actor.operatorId }, (books) =>
          holdInstead(books, row.subAccountId, holds),
        );
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
