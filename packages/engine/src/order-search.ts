import { type ExchangeAccount, ExchangeError } from '@tenbin/exchange';
import type { BotEvent } from './bot-event.ts';
import { type BotOrder, hasEnded } from './bot-order.ts';
import type { BotState } from './bot-state.ts';
import { fetchNewFills } from './fetch-new-fills.ts';
import type { Log } from './log.ts';
import { mayBeGivenUp, newSearch, type Patience, pauseBefore } from './order-resolution.ts';
import { referenceOf } from './snapshot.ts';

export interface SearchOptions {
  /** The bot as it is now. */
  readonly bot: () => BotState;
  /** Null while not connected: then a search ends, and the next snapshot begins it again. */
  readonly account: () => ExchangeAccount | null;
  readonly tell: (event: BotEvent) => void;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => Date;
  readonly patience: Patience;
  readonly log: Log;
}

/** Finds out what became of orders: asks for each, first soon, then ever more rarely, until the exchange has told. */
export class OrderSearch {
  readonly #options: SearchOptions;
  readonly #sought = new Set<string>();

  constructor(options: SearchOptions) {
    this.#options = options;
  }

  /** @param options - `afterCancel`: the order was open, and it is not known whether cancelling it worked */
  async run({ clientOrderId }: BotOrder, { afterCancel }: { readonly afterCancel: boolean }): Promise<void> {
    if (this.#sought.has(clientOrderId)) return;
    this.#sought.add(clientOrderId);
    try {
      for (let search = newSearch, isOver = false; !isOver; ) {
        await this.#options.wait(pauseBefore(search));
        const sought = this.#stillSought(clientOrderId, afterCancel);
        if (!sought) return;
        const answer = await this.#ask(sought.account, sought.order, afterCancel);
        search = { asked: search.asked + 1, notFound: search.notFound + (answer === 'notThere' ? 1 : 0) };
        const isEnough = mayBeGivenUp(search, sought.order.sentAt, this.#options.now(), this.#options.patience);
        isOver = answer === 'found' || (isEnough && (await this.#lastLook(sought.account, sought.order)));
      }
    } finally {
      this.#sought.delete(clientOrderId);
    }
  }

  #stillSought(clientOrderId: string, afterCancel: boolean): { readonly order: BotOrder; readonly account: ExchangeAccount } | null {
    const order = this.#options.bot().orders.find((one) => one.clientOrderId === clientOrderId);
    const account = this.#options.account();
    if (!order || !account || hasEnded(order)) return null;
    return order.state === 'open' && !afterCancel ? null : { order, account };
  }

  async #ask(account: ExchangeAccount, order: BotOrder, afterCancel: boolean): Promise<'found' | 'notThere' | 'noAnswer'> {
    try {
      const report = await account.findOrder(referenceOf(order));
      if (!report) return 'notThere';
      this.#options.tell({ type: 'orderReported', order: report, afterCancel });
      return 'found';
    } catch (error) {
      this.#noAnswer(order, error);
      return 'noAnswer';
    }
  }

  /** Neither open nor traded: then it never arrived. @returns whether that could be found out */
  async #lastLook(account: ExchangeAccount, order: BotOrder): Promise<boolean> {
    const { bot, tell } = this.#options;
    const { clientOrderId, pair } = order;
    try {
      const open = await account.fetchOpenOrders(pair);
      const report = open.find((one) => one.clientOrderId === clientOrderId);
      tell({ type: 'fillsFetched', pair, fills: await fetchNewFills(account, bot(), pair) });
      tell(report ? { type: 'orderReported', order: report, afterCancel: false } : { type: 'orderNotThere', clientOrderId });
      return true;
    } catch (error) {
      this.#noAnswer(order, error);
      return false;
    }
  }

  /** A question that failed is no answer. Anything but the exchange's failure is a fault of ours, and ends the search. */
  #noAnswer({ clientOrderId }: BotOrder, error: unknown): void {
    if (!(error instanceof ExchangeError)) throw error;
    this.#options.log.warn({ clientOrderId, reason: error.reason }, 'order.notAnswered');
  }
}
