import { type BotOrder, isUncertain } from '@tenbin/bots';
import type { PrivateEvent } from '@tenbin/exchange';
import type { AccountLease } from '../account/account-registry.ts';
import { positionOf } from '../account/position.ts';
import type { BotEvent } from '../decision/bot-event.ts';
import type { BotState } from '../decision/bot-state.ts';
import type { MarketDataHub } from '../market/market-data-hub.ts';
import type { CreatesInFlight } from '../orders/creates-in-flight.ts';
import type { Clock } from '../runtime/clock.ts';
import { exchangeErrorOf } from './exchange-calls.ts';
import type { Journal, SiblingBot } from './journal.ts';
import { PriceWatch } from './price-watch.ts';

interface LinkOptions {
  readonly hub: MarketDataHub;
  readonly clock: Clock;
  readonly journal: Pick<Journal, 'siblings'>;
  /** The bot's share in its exchange account. @throws {ExchangeError} */
  readonly leaseAccount: () => Promise<AccountLease>;
  readonly bot: () => BotState;
  /** Once nobody wants it any more, what arrives late is given back at once. */
  readonly isClosing: () => boolean;
  readonly emit: (event: BotEvent) => void;
  readonly onPrivateEvent: (event: PrivateEvent) => void;
}

/** The bot's connection to its exchange account: made, and given back. */
export class BotLink {
  readonly #options: LinkOptions;
  /** While it is connected. */
  readonly prices: PriceWatch;
  #lease: AccountLease | null = null;
  /** Counts the attempts to connect: what comes of one that was given up is passed over. */
  #attempt = 0;
  /** Null where orders carry our ids. */
  #creates: CreatesInFlight | null = null;
  #leaveBook: () => void = () => {};

  constructor(options: LinkOptions) {
    this.#options = options;
    const { hub, clock, bot, emit } = options;
    this.prices = new PriceWatch({ hub, clock, bot, emit: () => emit({ type: 'pricesMoved' }) });
  }

  /** Null while it is not connected. */
  get lease(): AccountLease | null {
    return this.#lease;
  }

  /** Where orders carry no ids of ours: the pairs in which another bot of the account has an order on its way. */
  get createsElsewhere(): ReadonlySet<string> | null {
    return this.#creates?.elsewhere(this.#options.bot().id) ?? null;
  }

  /** How long a strategy that goes by books is left alone between two times, so that its account's orders last. */
  get restMs(): number {
    const { quoting, orderCount } = this.#options.bot().strategy;
    return quoting.byBook === true ? (this.#lease?.account.orderRestMs?.(orderCount) ?? 0) : 0;
  }

  /** Tells the other bots of the account which orders of this one are on their way. Before any of them is sent. */
  announce(orders: readonly BotOrder[]): void {
    this.#creates?.set(this.#options.bot().id, uncertainPairs(orders));
  }

  /** A failure is told as `connectFailed`. */
  async connect(): Promise<void> {
    const { hub, leaseAccount, bot, isClosing, emit, onPrivateEvent } = this.#options;
    this.#attempt += 1;
    const attempt = this.#attempt;
    try {
      const { strategy, phase, ledger } = bot();
      const { closed, today } = ledger?.performance ?? {};
      await hub.follow(strategy.pairs, Object.keys({ ...closed?.fees, ...today?.fees }));
      if (phase.kind === 'rebalancing' && strategy.rebalancing) await hub.follow(strategy.rebalancing.pairsAmong(hub.rules.keys()));
      const lease = await leaseAccount();
      // Before anything of this bot can be sent, so it is not known by then from elsewhere.
      const siblings = lease.account.capabilities.clientOrderId ? [] : await this.#siblingsOr(lease);
      if (isClosing() || this.#lease || this.#attempt !== attempt) {
        await lease.release();
        return;
      }
      if (!lease.account.capabilities.clientOrderId) this.#joinCreates(lease.creates, siblings);
      this.#lease = lease;
      hub.botCount += 1;
      this.prices.begin();
      this.#leaveBook = lease.book.join({
        position: () => positionOf(bot()),
        onWallet: (seen) => emit({ type: 'walletSeen', seen }),
      });
      lease.listen((event) => {
        if (this.#lease === lease) onPrivateEvent(event);
      });
    } catch (error) {
      if (this.#attempt === attempt) emit({ type: 'connectFailed', error: exchangeErrorOf(error, 'transient') });
    }
  }

  /** Gives the account back, and gives up what is being connected. */
  async disconnect(): Promise<void> {
    const lease = this.#lease;
    this.#attempt += 1;
    this.#lease = null;
    // One that goes on asks for its orders when it is back; of one that has stopped nobody would ever speak again.
    if (this.#options.bot().phase.kind === 'stopped') this.announce([]);
    this.#creates = null;
    this.#leaveBook();
    this.prices.end();
    if (!lease) return;
    this.#options.hub.botCount -= 1;
    await lease.release();
  }

  /** What other bots of the account have sent, and have not spoken of in this process yet, is known from what is stored. */
  #joinCreates(creates: CreatesInFlight, siblings: readonly SiblingBot[]): void {
    for (const { id, orders } of siblings) creates.suppose(id, uncertainPairs(orders));
    this.#creates = creates;
    this.announce(this.#options.bot().orders);
  }

  async #siblingsOr(lease: AccountLease): Promise<readonly SiblingBot[]> {
    try {
      return await this.#options.journal.siblings();
    } catch (error) {
      await lease.release();
      throw error;
    }
  }
}

const uncertainPairs = (orders: readonly BotOrder[]): ReadonlySet<string> => new Set(orders.filter(isUncertain).map((order) => order.pair));
