import type { PairName } from '@tenbin/market';
import { hasMoved, haveMoved } from '@tenbin/strategy';
import type { Asked, BotState } from '../decision/bot-state.ts';
import type { MarketDataHub } from '../market/market-data-hub.ts';

interface WatchOptions {
  readonly hub: Pick<MarketDataHub, 'watch' | 'prices'>;
  readonly bot: () => Pick<BotState, 'asked' | 'strategy'>;
  /** A price has moved by as much as the strategy named. */
  readonly tell: () => void;
}

/**
 * Prices for a bot whose strategy asks for them: it is told once that one has moved since the strategy was last asked, and
 * not again before the strategy was asked anew, however many ticks there are and however long the bot is held. Of a bot
 * whose strategy does not, no tick is heard.
 */
export class PriceWatch {
  readonly #options: WatchOptions;
  /** News that nobody has taken yet. */
  #isWaiting = false;
  /** What was told to be out of date. */
  #told: Asked | null = null;
  #end: (() => void) | null = null;

  constructor(options: WatchOptions) {
    this.#options = options;
  }

  begin(): void {
    const { hub, bot } = this.#options;
    const { quoting, pairs } = bot().strategy;
    const { onMove } = quoting;
    if (onMove !== null) this.#end ??= hub.watch(pairs, (pair, price) => this.#hear(pair, price, onMove));
  }

  /**
   * A decision is stored. Prices that moved while that took are news as well: the strategy may have been asked by others.
   *
   * @param isTaken - the decision followed from this watch's news
   */
  decided({ isTaken }: { readonly isTaken: boolean }): void {
    if (isTaken) this.#isWaiting = false;
    const { hub, bot } = this.#options;
    const { asked, strategy } = bot();
    const { onMove } = strategy.quoting;
    if (this.#end === null || onMove === null || asked === null) return;
    if (haveMoved(asked.prices, { pairs: strategy.pairs, prices: hub.prices }, onMove)) this.#tell(asked);
    else this.#told = null;
  }

  end(): void {
    this.#end?.();
    this.#end = null;
    this.#isWaiting = false;
    this.#told = null;
  }

  #hear(pair: PairName, price: number, onMove: number): void {
    const { asked, strategy } = this.#options.bot();
    if (asked !== null && hasMoved(asked.prices[strategy.pairs.indexOf(pair)], price, onMove)) this.#tell(asked);
  }

  #tell(asked: Asked): void {
    if (this.#isWaiting || asked === this.#told) return;
    this.#isWaiting = true;
    this.#told = asked;
    this.#options.tell();
  }
}
