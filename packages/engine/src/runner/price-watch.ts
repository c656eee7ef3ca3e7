import type { PairName } from '@tenbin/market';
import { hasMoved, haveMoved } from '@tenbin/strategy';
import type { Asked, BotState } from '../decision/bot-state.ts';
import type { MarketDataHub } from '../market/market-data-hub.ts';
import { marketOfBot } from '../market/market-of-bot.ts';
import type { Clock } from '../runtime/clock.ts';

interface WatchOptions {
  readonly hub: Pick<MarketDataHub, 'watch' | 'watchBook' | 'prices' | 'bookOf'>;
  readonly clock: Clock;
  readonly bot: () => Pick<BotState, 'asked' | 'strategy' | 'orders' | 'leftBook'>;
  /** A price has moved by as much as the strategy named. */
  readonly emit: () => void;
}

/**
 * Prices for a bot whose strategy asks for them: it is told once that one has moved since the strategy was last asked, and
 * not again before the strategy was asked anew, however many ticks there are and however long the bot is held. Where the
 * strategy is asked for moves at most so often, the bot is told as often until it was: it may not be yet, and each move may
 * have come too near to its quotes. Of a bot whose strategy does not, no tick is heard and no book is followed.
 */
export class PriceWatch {
  readonly #options: WatchOptions;
  /** News that nobody has taken yet. */
  #isWaiting = false;
  /** What was told to be out of date. */
  #reported: Asked | null = null;
  /** When anything was told last, epoch milliseconds. */
  #reportedAt = Number.NEGATIVE_INFINITY;
  #end: (() => void) | null = null;
  #stopPause: (() => void) | null = null;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  begin(): void {
    const { hub, bot } = this.#options;
    const { quoting, pairs } = bot().strategy;
    const { onMove, byBook = false } = quoting;
    if (onMove === null || this.#end !== null) return;
    if (byBook) {
      const ends = pairs.map((pair) => hub.watchBook(pair, () => this.#check()));
      this.#end = () => {
        for (const end of ends) end();
      };
    } else this.#end = hub.watch(pairs, (pair, price) => this.#onPrice(pair, price, onMove));
  }

  /**
   * A decision is stored. Prices that moved while that took are news as well: the strategy may have been asked by others.
   *
   * @param isTaken - the decision followed from this watch's news
   */
  decided({ isTaken }: { readonly isTaken: boolean }): void {
    if (isTaken) this.#isWaiting = false;
    if (!this.#check()) this.#reported = null;
  }

  end(): void {
    this.#end?.();
    this.#end = null;
    this.#stopPause?.();
    this.#stopPause = null;
    this.#isWaiting = false;
    this.#reported = null;
  }

  #onPrice(pair: PairName, price: number, onMove: number): void {
    const { asked, strategy } = this.#options.bot();
    if (asked !== null && hasMoved(asked.prices[strategy.pairs.indexOf(pair)], price, onMove)) this.#report(asked);
  }

  /** @returns whether a price has moved since the strategy was asked */
  #check(): boolean {
    const { hub, bot } = this.#options;
    const state = bot();
    const { asked, strategy } = state;
    const { onMove } = strategy.quoting;
    if (this.#end === null || onMove === null || asked === null) return false;
    const seen = { pairs: strategy.pairs, prices: marketOfBot(hub, state).prices };
    if (!haveMoved(asked.prices, seen, onMove)) return false;
    // One that has come or gone is news at once.
    if (haveMoved(asked.prices, seen, Number.POSITIVE_INFINITY)) this.#reportNow(asked);
    else this.#report(asked);
    return true;
  }

  /** Now, or when the strategy may be asked again. */
  #report(asked: Asked): void {
    const { clock, bot } = this.#options;
    const { movesAtMostEveryMs = 0 } = bot().strategy.quoting;
    if (movesAtMostEveryMs === 0) {
      this.#reportNow(asked);
      return;
    }
    const leftMs = Math.max(asked.at.getTime(), this.#reportedAt) + movesAtMostEveryMs - clock.now().getTime();
    if (leftMs <= 0) {
      this.#emit();
      return;
    }
    this.#stopPause ??= clock.after(
      leftMs,
      () => {
        this.#stopPause = null;
        this.#check();
      },
      { unref: true },
    );
  }

  #reportNow(asked: Asked): void {
    if (this.#isWaiting || asked === this.#reported) return;
    this.#reported = asked;
    this.#emit();
  }

  #emit(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#reportedAt = this.#options.clock.now().getTime();
    this.#options.emit();
  }
}
