import type { BotOrder, NamedOrder } from '@tenbin/bots';
import { type ExchangeAccount, ExchangeError, orderWindowMs } from '@tenbin/exchange';
import type { Log } from '@tenbin/telemetry';
import type { AccountLease } from '../account/account-registry.ts';
import type { BotEvent } from '../decision/bot-event.ts';
import type { BotState } from '../decision/bot-state.ts';
import type { MarketDataHub } from '../market/market-data-hub.ts';
import { fetchFillsOf, fetchNewFills } from '../orders/fetch-new-fills.ts';
import type { Clock } from '../runtime/clock.ts';
import { questionTimeoutMs, withTimeout } from '../runtime/with-timeout.ts';
import type { Journal } from './journal.ts';
import { fetchSnapshot, referenceOf } from './snapshot.ts';

/** Longer after it was written down an order is not sent any more. */
const sendWithinMs = 5_000;

/** Longer after it was written down an order cannot arrive any more, by the exchange's clock and by ours. */
export const latestArrivalMs = sendWithinMs + orderWindowMs;

export interface CallsOptions {
  /** The bot as it is now. */
  readonly bot: () => BotState;
  /** Null while not connected. */
  readonly lease: () => AccountLease | null;
  readonly openFreshAccount: () => Promise<ExchangeAccount>;
  readonly emit: (event: BotEvent) => void;
  readonly journal: Journal;
  readonly hub: MarketDataHub;
  readonly clock: Clock;
  readonly log: Log;
}

/** What one bot asks of its exchange. Every answer, and every failure, becomes an event; nothing throws. */
export class ExchangeCalls {
  readonly #options: CallsOptions;
  #isCheckingKey = false;

  constructor(options: CallsOptions) {
    this.#options = options;
  }

  async place({ clientOrderId, pair, side, price, amount, sentAt, rebalanceId, isImmediate }: BotOrder): Promise<void> {
    const { emit, bot } = this.#options;
    const isLate = () => this.#isLate(sentAt);
    try {
      if (isLate()) throw new ExchangeError('too late to be sent', { kind: 'transient', reason: 'deadlinePassed' });
      const account = this.#account();
      // A rebalance is to trade at once; a bot's own orders are to rest.
      const postOnly = bot().settings.postOnly && account.capabilities.postOnly && !rebalanceId;
      const wishes = {
        ...(postOnly && { postOnly }),
        ...(isImmediate && { immediate: true }),
        ...(bot().funds && { preventSelfTrade: true }),
      };
      const order = await account.placeOrder({ clientOrderId, pair, side, price, amount, ...wishes }, { isLate });
      // The answer belongs to the question, also where the exchange keeps no ids of ours or says less of it than was asked.
      emit({ type: 'orderReported', order: { ...order, clientOrderId, pair, side, price, amount }, afterCancel: false });
    } catch (error) {
      emit({ type: 'placeFailed', clientOrderId, error: exchangeErrorOf(error, 'unknown') });
    }
  }

  async cancel(order: NamedOrder): Promise<void> {
    const { emit } = this.#options;
    try {
      const report = await this.#account().cancelOrder(referenceOf(order));
      emit({ type: 'orderReported', order: report, afterCancel: true });
    } catch (error) {
      emit({ type: 'cancelFailed', clientOrderId: order.clientOrderId, error: exchangeErrorOf(error, 'unknown') });
    }
  }

  /** @returns orders that were open here and that the exchange neither shows nor finds */
  async takeSnapshot(): Promise<readonly BotOrder[]> {
    const { journal, hub, bot, emit, clock } = this.#options;
    const ask = async () => {
      // Asked for again while it waited for its turn, it answers the newer question, and that one's turn passes.
      const asked = bot().snapshot;
      if (!asked?.isUnderWay) return null;
      return withTimeout(questionTimeoutMs, clock, fetchSnapshot(this.#account(), bot(), { askedAt: asked.askedAt, journal }));
    };
    try {
      const answer = await hub.semaphore.run(ask);
      if (answer === null) return [];
      emit({ type: 'snapshotTaken', snapshot: answer.snapshot });
      return answer.missing;
    } catch (error) {
      this.#emitFailure('snapshot.failed', error);
      return [];
    }
  }

  async checkWallet(askedAt: Date): Promise<void> {
    const { lease, hub, clock } = this.#options;
    try {
      const account = this.#account();
      await lease()?.book.check(askedAt, () => hub.walletSemaphore.run(() => withTimeout(questionTimeoutMs, clock, account.fetchWallet())));
    } catch (error) {
      this.#emitFailure('wallet.fetch_failed', error);
    }
  }

  #emitFailure(event: 'snapshot.failed' | 'wallet.fetch_failed', error: unknown): void {
    const { emit, log } = this.#options;
    log.warn({ err: error }, event);
    emit({ type: 'snapshotFailed', error: exchangeErrorOf(error, 'transient') });
  }

  async fetchFills(order: BotOrder, { asksTotals }: { readonly asksTotals: boolean }): Promise<void> {
    const { bot, emit, log } = this.#options;
    const { pair, exchangeOrderId } = order;
    try {
      const account = this.#account();
      const asked = exchangeOrderId === null ? fetchNewFills(account, bot(), pair) : fetchFillsOf(account, order, exchangeOrderId);
      const fills = await asked;
      const { clientOrderId } = order;
      const found = asksTotals ? await account.findOrder(referenceOf(order)) : null;
      emit({ type: 'fillsFetched', pair, fills, ...(found && { totals: { clientOrderId, order: { ...found, clientOrderId } } }) });
    } catch (error) {
      log.warn({ pair, err: error }, 'fills.fetch_failed');
    }
  }

  /** A second look at a key that was refused, on a connection of its own. */
  async checkKey(): Promise<void> {
    if (this.#isCheckingKey) return;
    this.#isCheckingKey = true;
    const { openFreshAccount, emit } = this.#options;
    try {
      const account = await openFreshAccount();
      await account.fetchWallet().finally(() => account.close());
      emit({ type: 'keyChecked', error: null });
    } catch (error) {
      emit({ type: 'keyChecked', error: exchangeErrorOf(error, 'transient') });
    } finally {
      this.#isCheckingKey = false;
    }
  }

  /**
   * What took long to be stored, or was stored before this process stood still, is not sent any more: another worker may
   * own the bot, and how long an order may still arrive is counted from when it was written down.
   */
  #isLate(sentAt: Date): boolean {
    return this.#options.clock.now().getTime() - sentAt.getTime() > sendWithinMs;
  }

  #account(): ExchangeAccount {
    const lease = this.#options.lease();
    if (!lease) throw new ExchangeError('not connected', { kind: 'transient', reason: 'unreachable' });
    return lease.account;
  }
}

/** Adapters throw nothing else; anything else is a fault of ours, and what was sent is then not known. */
export function exchangeErrorOf(error: unknown, kind: 'transient' | 'unknown'): ExchangeError {
  if (error instanceof ExchangeError) return error;
  return new ExchangeError(error instanceof Error ? error.message : String(error), { kind, reason: 'other', cause: error });
}
