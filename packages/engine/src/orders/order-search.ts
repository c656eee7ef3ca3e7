import { type BotOrder, hasEnded } from '@tenbin/bots';
import { type ExchangeAccount, ExchangeError } from '@tenbin/exchange';
import type { PairName } from '@tenbin/market';
import type { Log } from '@tenbin/telemetry';
import type { BotEvent } from '../decision/bot-event.ts';
import type { BotState } from '../decision/bot-state.ts';
import { referenceOf } from '../runner/snapshot.ts';
import { fetchNewFills } from './fetch-new-fills.ts';
import { findByTerms } from './find-by-terms.ts';
import { isTheOrder } from './is-the-order.ts';
import { mayBeGivenUp, newSearch, pauseBefore, type UnknownOrderPolicy } from './unknown-order-policy.ts';

export interface SearchOptions {
  /** The bot as it is now. */
  readonly bot: () => BotState;
  /** Null while not connected: then a search ends, and the next snapshot begins it again. */
  readonly account: () => ExchangeAccount | null;
  /** Exchange order ids of that pair that belong to orders of ours on this account. */
  readonly linkedOrders: (pair: PairName) => Promise<ReadonlySet<string>>;
  readonly emit: (event: BotEvent) => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => Date;
  readonly unknownOrderPolicy: UnknownOrderPolicy;
  readonly log: Log;
}

/** What one question for an order brought. */
type Answer = 'found' | 'notThere' | 'ambiguous' | { readonly noAnswerForMs: number };

/** Why an order is being asked for. It may be open when the search begins to matter: its cancelling is what is not known. */
interface Cause {
  afterCancel: boolean;
}

/** One order that is being asked for. */
interface Sought {
  readonly order: BotOrder;
  readonly account: ExchangeAccount;
  readonly afterCancel: boolean;
  /** Exchange orders that could be it, over all questions: once there were two, none is ever taken. */
  readonly candidates: Set<string>;
}

/**
 * Finds out what became of orders: asks for each, first soon, then ever more rarely, until the exchange has told.
 *
 * An order is asked for by its id; where the exchange keeps no ids of ours and has not named its own yet, it is looked
 * for by its terms.
 */
export class OrderSearch {
  readonly #options: SearchOptions;
  readonly #sought = new Map<string, Cause>();
  #waking = Promise.withResolvers<void>();

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  /** The client order ids of those that are being asked for. */
  get sought(): readonly string[] {
    return [...this.#sought.keys()];
  }

  /** The exchange answers, again perhaps: those who only wait for their next question ask it now. */
  wake(): void {
    this.#waking.resolve();
    this.#waking = Promise.withResolvers();
  }

  /** @param options - `afterCancel`: the order was open, and it is not known whether cancelling it worked */
  async run({ clientOrderId, sentAt }: BotOrder, { afterCancel }: { readonly afterCancel: boolean }): Promise<void> {
    const underWay = this.#sought.get(clientOrderId);
    if (underWay) {
      // Else it would end as soon as the order shows as open, and nobody would ask what became of the cancelling.
      underWay.afterCancel ||= afterCancel;
      return;
    }
    const cause: Cause = { afterCancel };
    this.#sought.set(clientOrderId, cause);
    const { wait, now, unknownOrderPolicy } = this.#options;
    const candidates = new Set<string>();
    try {
      for (let search = newSearch, refusedForMs = 0, isOver = false; !isOver; ) {
        const pauseMs = pauseBefore(search, sentAt, now(), unknownOrderPolicy);
        // How long the exchange wants no question at all is waited for in any case.
        await (refusedForMs > pauseMs ? wait(refusedForMs) : Promise.race([wait(pauseMs), this.#waking.promise]));
        const sought = this.#stillSought(clientOrderId, { ...cause, candidates });
        if (!sought) return;
        const answer = await this.#ask(sought);
        const wasAnswered = answer === 'notThere';
        search = { asked: search.asked + 1, notFound: search.notFound + (wasAnswered ? 1 : 0), wasAnswered };
        refusedForMs = typeof answer === 'object' ? answer.noAnswerForMs : 0;
        const isEnough = answer === 'notThere' && mayBeGivenUp(search, sentAt, now(), unknownOrderPolicy);
        const isFound = answer === 'found' && sought.afterCancel === cause.afterCancel;
        isOver = isFound || (isEnough && (await this.#finalSearch(sought)));
      }
    } finally {
      this.#sought.delete(clientOrderId);
    }
  }

  #stillSought(clientOrderId: string, given: Pick<Sought, 'afterCancel' | 'candidates'>): Sought | null {
    const order = this.#options.bot().orders.find((one) => one.clientOrderId === clientOrderId);
    const account = this.#options.account();
    if (!order || !account || hasEnded(order)) return null;
    return order.state === 'open' && !given.afterCancel ? null : { order, account, ...given };
  }

  async #ask(sought: Sought): Promise<Answer> {
    const { account, order, afterCancel } = sought;
    try {
      if (isFoundByTermsOnly(sought)) return await this.#askByTerms(sought);
      const report = await account.findOrder(referenceOf(order));
      if (report) this.#options.emit({ type: 'orderReported', order: report, afterCancel });
      // Another order under the id says nothing of this one.
      return report && isTheOrder(order, report) ? 'found' : 'notThere';
    } catch (error) {
      return this.#noAnswer(order, error);
    }
  }

  async #askByTerms({ account, order, candidates }: Sought): Promise<Answer> {
    const { linkedOrders, now, emit } = this.#options;
    const { clientOrderId, pair } = order;
    const found = await findByTerms(account, order, { taken: await linkedOrders(pair), until: now() });
    if (found.type === 'none') return 'notThere';
    for (const id of found.type === 'found' ? [found.report.exchangeOrderId] : found.exchangeOrderIds) candidates.add(id);
    if (found.type === 'found' && candidates.size === 1) {
      emit({ type: 'orderReported', order: { ...found.report, clientOrderId }, afterCancel: false });
      return 'found';
    }
    emit({ type: 'orderAmbiguous', clientOrderId, exchangeOrderIds: [...candidates] });
    // Once none of them is open, nothing of ours can be: the slot need not wait for ever. What was traded shows in the wallet.
    const isOpen = found.type === 'found' ? found.report.status === 'open' : found.isOpen;
    return isOpen ? 'ambiguous' : 'notThere';
  }

  /** Neither open nor listed nor traded: then it never arrived. @returns whether that could be found out */
  async #finalSearch(sought: Sought): Promise<boolean> {
    const { bot, emit } = this.#options;
    const { account, order } = sought;
    const { clientOrderId, pair, sentAt } = order;
    try {
      const listed = [
        ...(await account.fetchOpenOrders(pair)),
        ...((await account.fetchOrdersSince?.(pair, new Date(sentAt.getTime() - 60_000))) ?? []),
      ];
      const report = listed.find((one) => isTheOrder(order, one));
      emit({ type: 'fillsFetched', pair, fills: await fetchNewFills(account, bot(), pair) });
      emit(report ? { type: 'orderReported', order: report, afterCancel: false } : { type: 'orderNotThere', clientOrderId });
      return true;
    } catch (error) {
      this.#noAnswer(order, error);
      return false;
    }
  }

  /**
   * A question that failed is no answer, except that an exchange that cannot be asked for one order has nothing to say
   * of it: open orders and trades tell. Anything but the exchange's failure is a fault of ours, and ends the search.
   */
  #noAnswer({ clientOrderId }: BotOrder, error: unknown): Answer {
    if (!(error instanceof ExchangeError)) throw error;
    if (error.reason === 'notSupported') return 'notThere';
    this.#options.log.warn({ clientOrderId, reason: error.reason, err: error }, 'order.search_unanswered');
    return { noAnswerForMs: error.retryAfterMs ?? 0 };
  }
}

const isFoundByTermsOnly = ({ account, order }: Sought): boolean => !account.capabilities.clientOrderId && order.exchangeOrderId === null;
