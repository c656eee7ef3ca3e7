import { type BotState as BotPhase, channels, hasShare, type LiveSignal, type RebalanceProgress } from '@tenbin/bots';
import { type BotRow, neverSucceeds, newId, type OrganizationDatabase, type Progress } from '@tenbin/db';
import { type BotMemory, type Journal, JournalDisagrees, JournalRefuses, type Neighbour, OwnershipLost, type Write } from '@tenbin/engine';
import { add, type Balances, type Currency, type Decimal, DomainError, type PairName } from '@tenbin/market';
import { mailsOfStep, type ToldBot } from '../mails/mails-of-step.ts';
import type { UserMails, WriteMail } from '../mails/user-mails.ts';
import { memoryOf, rememberedOrders } from './load-accounts.ts';

/** More than a bot can send while an order of unknown fate is looked for. */
const lateOrders = 500;

export interface JournalOptions {
  readonly organization: OrganizationDatabase;
  readonly bot: ToldBot & Pick<BotRow, 'exchangeAccountId'>;
  /** From the claim of the exchange account. */
  readonly epoch: number;
  /** What was stored when it was loaded just now; else the journal loads it itself. */
  readonly loaded?: BotMemory | null;
  /** Null: nobody is told anything. */
  readonly mails: UserMails | null;
  /** After it was stored that the bot is stopped. */
  readonly onStopped: () => void;
}

/** One bot's journal in the database: each decision one transaction under the claim's epoch, its signals and mails included. */
export class DatabaseJournal implements Journal {
  readonly #options: JournalOptions;
  /** Names for steps that may have been stored already: they come again as the same list of writes. */
  readonly #steps = new WeakMap<readonly Write[], string>();
  #hasRun = false;
  #loaded: BotMemory | null;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#loaded = options.loaded ?? null;
  }

  async load(): Promise<BotMemory> {
    const memory = this.#loaded ?? (await this.#load());
    this.#loaded = null;
    this.#hasRun = hasRun(memory.phase);
    return memory;
  }

  async #load(): Promise<BotMemory> {
    const { organization, bot } = this.#options;
    const row = await organization.bots.find(bot.id);
    if (!row) throw new OwnershipLost(`bot ${bot.id} is deleted`);
    const { settings } = await organization.organization();
    return memoryOf(row, await organization.orders.listToRemember(bot.id, { settled: rememberedOrders }), settings);
  }

  async record(writes: readonly Write[]): Promise<void> {
    const { bot, onStopped } = this.#options;
    const progress = progressOf(writes);
    const { phase } = progress;
    const mails = mailsOfStep(progress, { bot, hadRun: this.#hasRun });
    const news = { channel: channels.botNews, payload: JSON.stringify(this.#signalOf(writes)) };
    const notify = mails.length === 0 ? [news] : [news, { channel: channels.mailsWaiting, payload: '' }];
    try {
      await this.#store({ ...progress, step: this.#nameOf(writes), notify }, mails);
    } catch (error) {
      throw translate(error);
    }
    if (phase?.kind === 'stopped') onStopped();
    else if (phase) this.#hasRun = hasRun(phase);
  }

  /** A step that was stored already was told with it. */
  #store(step: Progress, told: readonly WriteMail[]): Promise<void> {
    const { organization, bot, epoch, mails } = this.#options;
    return organization.transaction(async (transaction) => {
      const isNew = await transaction.journal.record({ botId: bot.id, epoch }, step);
      if (isNew) for (const mail of told) await mails?.put(transaction, mail);
    });
  }

  #nameOf(writes: readonly Write[]): string {
    const step = this.#steps.get(writes) ?? newId();
    this.#steps.set(writes, step);
    return step;
  }

  async knowsOrder(clientOrderId: string): Promise<boolean> {
    return (await this.#options.organization.orders.find(clientOrderId)) !== null;
  }

  async neighbours(): Promise<readonly Neighbour[]> {
    const { organization, bot } = this.#options;
    const all = await organization.bots.listOfAccount(bot.exchangeAccountId);
    // A stopped bot holds nothing: what it had is simply in the wallet.
    const others = all.filter(({ id, phase }) => id !== bot.id && phase.kind !== 'stopped');
    return Promise.all(
      others.map(async ({ id, phase, ledger }) => ({
        id,
        phase,
        // Nor does one that has not taken its share yet.
        held: hasShare(phase) ? (ledger?.balances ?? {}) : {},
        heldRoundings: hasShare(phase) ? (ledger?.tradesSinceAgreement ?? {}) : {},
        orders: await organization.orders.listToRemember(id, { settled: 0 }),
      })),
    );
  }

  async feesElsewhere(): Promise<Balances> {
    const { organization, bot } = this.#options;
    const paid: Record<Currency, Decimal> = {};
    for (const { id, ledger } of await organization.bots.listOfAccount(bot.exchangeAccountId)) {
      if (id === bot.id) continue;
      for (const [currency, amount] of Object.entries(ledger?.feesElsewhere ?? {})) paid[currency] = add(paid[currency] ?? '0', amount);
    }
    return paid;
  }

  async linkedOrders(pair: PairName): Promise<ReadonlySet<string>> {
    const { organization, bot } = this.#options;
    const bots = await organization.bots.listOfAccount(bot.exchangeAccountId);
    const late = await Promise.all(bots.map(({ id }) => organization.orders.listOfBot(id, { offset: 0, limit: lateOrders })));
    return new Set(late.flat().flatMap((order) => (order.pair === pair && order.exchangeOrderId !== null ? [order.exchangeOrderId] : [])));
  }

  #signalOf(writes: readonly Write[]): LiveSignal {
    const { organization, bot } = this.#options;
    const changed = new Set(writes.map((write) => newsOf[write.type]));
    return { organizationId: organization.organizationId, userId: bot.userId, botId: bot.id, changed: [...changed] };
  }
}

const hasRun = (phase: BotPhase): boolean => phase.kind === 'running' || (phase.kind === 'stopping' && phase.runningSince !== null);

const newsOf: Readonly<Record<Write['type'], LiveSignal['changed'][number]>> = {
  order: 'orders',
  fill: 'bot',
  record: 'record',
  day: 'bot',
  rebalance: 'bot',
  ledger: 'bot',
  cursors: 'bot',
  recovered: 'bot',
  phase: 'bot',
  fault: 'bot',
  warnings: 'bot',
  timeline: 'timeline',
};

/** A decision's writes as one step of the database's journal. */
function progressOf(writes: readonly Write[]): Progress {
  const all = <T extends Write['type']>(type: T) => writes.filter((write): write is Extract<Write, { type: T }> => write.type === type);
  const rebalances = all('rebalance');
  const ledger = all('ledger').at(-1);
  const cursors = all('cursors').at(-1);
  const phase = all('phase').at(-1);
  const warnings = all('warnings').at(-1);
  const faults = all('fault');
  return {
    orders: all('order').map((write) => write.order),
    fills: all('fill').map((write) => write.fill),
    records: all('record').map((write) => write.record),
    days: all('day').map((write) => write.day),
    timeline: all('timeline').map((write) => write.entry),
    messages: faults.map(({ fault, at }) => ({ ...fault, at })),
    ...(rebalances.length > 0 && { rebalance: joined(rebalances.map((write) => write.progress)) }),
    ...(ledger && { ledger: ledger.ledger }),
    ...(cursors && { cursors: cursors.cursors }),
    ...(all('recovered').length > 0 && { recovered: true }),
    ...(phase && { phase: phase.phase, duringStop: phase.duringStop }),
    ...(warnings && { warnings: warnings.warnings }),
    ...(faults.length > 0 && { active: false as const }),
  };
}

/** What one decision says of a rebalance, at once: it may begin, be planned and end in one. */
function joined(parts: readonly RebalanceProgress[]): RebalanceProgress {
  return Object.assign({}, ...parts, { orders: parts.flatMap(({ orders = [] }) => orders) });
}

function translate(error: unknown): unknown {
  if (neverSucceeds(error)) return new JournalRefuses(String(error), { cause: error });
  if (!(error instanceof DomainError)) return error;
  switch (error.code) {
    case 'staleEpoch':
    case 'botNotFound':
    case 'startWithdrawn':
    case 'rebalanceNotFound':
      return new OwnershipLost(error.message, { cause: error });
    case 'tradeKnown':
    case 'clientOrderIdUsed':
      return new JournalDisagrees(error.message, { cause: error });
    default:
      return new JournalRefuses(error.message, { cause: error });
  }
}
