import type { BotPhase, BotStep, LiveSignal } from '@tenbin/bots';
import {
  type AnyBotRow,
  fundsOf,
  neverSucceeds,
  type OrganizationDatabase,
  type Progress,
  type Recorded,
  StepRefused,
  StoredBot,
  type VirtualAccount,
} from '@tenbin/db';
import {
  type BotMemory,
  type Funds,
  type Journal,
  JournalDisagrees,
  JournalRefuses,
  JournalWithholds,
  OwnershipLost,
  type SiblingBot,
} from '@tenbin/engine';
import { type Balances, DomainError, type PairName } from '@tenbin/market';
import type { StrategyOf } from '@tenbin/strategy';
import { type MailedBot, mailsOfStep } from '../mails/mails-of-step.ts';
import type { UserMails, WriteMail } from '../mails/user-mails.ts';

export interface JournalOptions {
  readonly organization: OrganizationDatabase;
  readonly bot: MailedBot & Pick<AnyBotRow, 'exchangeAccountId' | 'subAccountId' | 'botNumber'>;
  /** From the claim of the exchange account. */
  readonly epoch: number;
  /** What was stored when it was loaded just now; else the journal loads it itself. */
  readonly loaded?: BotMemory | null;
  /** Makes a strategy of what is stored; as usual unless given. */
  readonly strategyOf?: StrategyOf | undefined;
  /** Null: nobody is told anything. */
  readonly mails: UserMails | null;
  /** After a step was stored. */
  readonly onNews?: (news: LiveSignal) => void;
  /** After the virtual account that it trades on was read anew. */
  readonly onFunds?: ((account: VirtualAccount) => void) | undefined;
  /** After it was stored that the bot is stopped. */
  readonly onStopped: () => void;
}

/** One bot's journal in the database: each decision one transaction under the claim's epoch, its mails included. */
export class DatabaseJournal implements Journal {
  readonly #options: JournalOptions;
  readonly #stored: StoredBot;
  /** Names for steps that may have been stored already: they come again as the same object. */
  readonly #names = new WeakMap<BotStep, string>();
  #hasRun = false;
  #loaded: BotMemory | null;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#stored = new StoredBot(options.organization, options.bot, options.strategyOf);
    this.#loaded = options.loaded ?? null;
  }

  async load(): Promise<BotMemory> {
    const memory = this.#loaded ?? (await this.#load());
    this.#loaded = null;
    this.#hasRun = hasRun(memory.phase);
    return memory;
  }

  async #load(): Promise<BotMemory> {
    const memory = await this.#stored.load();
    if (!memory) throw new OwnershipLost(`bot ${this.#options.bot.id} is deleted`);
    return memory;
  }

  async record(step: BotStep): Promise<Funds | null> {
    const { bot, onStopped, onFunds } = this.#options;
    const mails = mailsOfStep(step, { bot, hadRun: this.#hasRun });
    let account: VirtualAccount | null;
    try {
      const recorded = await this.#store({ ...step, step: this.#nameOf(step) }, mails);
      // What is read later than it was written has what others did since, too.
      account = recorded === 'written' ? null : await this.#stored.virtualAccount();
    } catch (error) {
      throw translate(error);
    }
    this.#options.onNews?.(this.#signalOf(step));
    if (step.phase?.kind === 'stopped') onStopped();
    else if (step.phase) this.#hasRun = hasRun(step.phase);
    if (account) onFunds?.(account);
    return account && fundsOf(account, bot);
  }

  /** A step that was stored already was told with it. */
  #store(step: Progress, queued: readonly WriteMail[]): Promise<Recorded> {
    const { organization, bot, epoch, mails } = this.#options;
    return organization.transaction(async (transaction) => {
      const recorded = await transaction.journal.record({ botId: bot.id, epoch }, step);
      if (recorded !== 'known') for (const mail of queued) await mails?.put(transaction, mail);
      return recorded;
    });
  }

  #nameOf(step: BotStep): string {
    const name = this.#names.get(step) ?? this.#options.organization.newId();
    this.#names.set(step, name);
    return name;
  }

  knowsOrder(clientOrderId: string): Promise<boolean> {
    return this.#stored.knowsOrder(clientOrderId);
  }

  siblings(): Promise<readonly SiblingBot[]> {
    return this.#stored.siblings();
  }

  feesElsewhere(): Promise<Balances> {
    return this.#stored.feesElsewhere();
  }

  linkedOrders(pair: PairName): Promise<ReadonlySet<string>> {
    return this.#stored.linkedOrders(pair);
  }

  #signalOf(step: BotStep): LiveSignal {
    const { organization, bot } = this.#options;
    const parts = Object.keys(step).filter((part) => !(step.records && impliedByRecord.has(part as keyof BotStep)));
    const changed = new Set(parts.map((part) => newsOf[part as keyof BotStep]));
    return { organizationId: organization.organizationId, userId: bot.userId, botId: bot.id, changed: [...changed] };
  }
}

const hasRun = (phase: BotPhase): boolean => phase.kind === 'running' || (phase.kind === 'stopping' && phase.runningSince !== null);

const newsOf: Readonly<Record<keyof BotStep, LiveSignal['changed'][number]>> = {
  orders: 'orders',
  fills: 'bot',
  records: 'record',
  days: 'bot',
  rebalance: 'bot',
  ledger: 'bot',
  adjustments: 'bot',
  cursors: 'bot',
  recovered: 'bot',
  phase: 'bot',
  duringStop: 'bot',
  active: 'bot',
  messages: 'bot',
  warnings: 'bot',
  timeline: 'timeline',
};

/** Whoever sees the record knows of these: their bot needs not be read again. */
const impliedByRecord: ReadonlySet<keyof BotStep> = new Set(['fills', 'days', 'ledger', 'cursors']);

function translate(error: unknown): unknown {
  if (error instanceof StepRefused) return new JournalWithholds(error.refused, { cause: error });
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
