import { buyLine, buyPrice, buyWorseBy, isTooMuchWorse, sellLine, sellPrice, sellWorseBy } from '@tenbin/strategy';
import type { CheckedPlan } from './backtest-plan.ts';
import type { CandleMarket } from './candle-market.ts';
import { type EveningTrade, EvenOut } from './even-out.ts';

/** The fields of a candle in the order in which its path passes them: open, low, high, close, and with high before low. */
const rising = [0, 2, 1, 3] as const;
const falling = [0, 1, 2, 3] as const;

/** What a run changes: balances by currency, volumes by pair. */
export interface OddCandleRun {
  readonly delta: number;
  readonly held: Float64Array;
  /** By pair, 1 less the fee. */
  readonly kept: Float64Array;
  readonly volumes: Float64Array;
}

/** A price within a billionth of an order reaches it: candles are doubles. */
const upTo = 1 + 1e-9;

/**
 * Walks candles that open beyond an order, those in which an order might stand at the line, and the first ones of a start
 * that was uneven: few, even in a crash. The rule is `Book`'s, the fills are `FreeBook`'s, operation for operation, on local numbers: a part of the free path.
 */
export class OddCandle {
  executions = 0;
  sharedCandleFills = 0;
  /** As `Book.evened`. */
  evened = 0;
  readonly #market: CandleMarket;
  readonly #run: OddCandleRun;
  readonly #evenOut: EvenOut;

  constructor(market: CandleMarket, plan: Pick<CheckedPlan, 'balances'>, run: OddCandleRun) {
    this.#evenOut = new EvenOut(market, plan);
    this.#market = market;
    this.#run = run;
  }

  /** Whether something is left of the start's unevenness, which the next fills use up. */
  get isUneven(): boolean {
    return this.#evenOut.left > 0;
  }

  /** Changes the balances and the volumes by what the candle fills. @param row - where the moment's prices begin */
  walk(pair: number, row: number): void {
    const { rows, stride, bases, counters } = this.#market;
    const { delta, held, kept, volumes } = this.#run;
    const up = sellPrice(1, delta);
    const down = buyPrice(1, delta);
    const at = row + 4 * pair;
    const baseAt = bases[pair]!;
    const counterAt = counters[pair]!;
    const share = kept[pair]!;
    const order = rows[at + 3]! >= rows[at]! ? rising : falling;
    let base = held[baseAt]!;
    let counter = held[counterAt]!;
    let sell = sellPrice(counter / base, delta);
    let buy = buyPrice(counter / base, delta);
    let sells = 0;
    let buys = 0;
    let notional = 0;
    let stood = rows[row === 0 ? at : at - stride + 3]!;
    for (let point = 0; point < 4; point++) {
      const price = rows[at + order[point]!]!;
      const startPrice = row + point === 0 ? price : 0;
      while (price >= sell) {
        const amount = (base * delta) / up;
        const line = lineOfSell(sell, stood, price);
        const filledAt = sellAt(sell, line);
        const worth = amount * filledAt;
        this.#takeOff({ base, counter, sold: amount, price: filledAt, market: line || startPrice * Number(sell < price) });
        notional += worth;
        counter += worth * share;
        base -= amount;
        sells++;
        stood = price;
        const even = counter / base;
        sell = even * up;
        buy = even * down;
      }
      while (price <= buy) {
        const amount = (base * delta) / down;
        const line = lineOfBuy(buy, stood, price);
        const filledAt = buyAt(buy, line);
        const worth = amount * filledAt;
        this.#takeOff({ base, counter, sold: -amount, price: filledAt, market: line || startPrice * Number(buy > price) });
        notional += worth;
        counter -= worth;
        base += amount * share;
        buys++;
        stood = price;
        const even = counter / base;
        sell = even * up;
        buy = even * down;
      }
      stood = price;
    }
    held[baseAt] = base;
    held[counterAt] = counter;
    this.executions += sells + buys;
    if (sells > 0 && buys > 0) this.sharedCandleFills += sells + buys;
    volumes[pair]! += notional * rows[row + 4 * bases.length + counterAt]!;
  }

  #takeOff(trade: EveningTrade): void {
    if (trade.market !== 0 || this.isUneven) this.evened += this.#evenOut.takeOff(trade);
  }
}

const sellAt = (sell: number, line: number): number => (line === 0 ? sell : sellLine(line));
const buyAt = (buy: number, line: number): number => (line === 0 ? buy : buyLine(line));

/** The price from which a sell that `price` reaches rested 5 % off, or is placed so now; 0 where it stands at its own. */
function lineOfSell(sell: number, stood: number, price: number): number {
  if (!isTooMuchWorse(sellWorseBy(sell, stood))) return 0;
  if (sellLine(stood) <= price * upTo) return stood;
  return isTooMuchWorse(sellWorseBy(sell, price)) ? price : 0;
}

function lineOfBuy(buy: number, stood: number, price: number): number {
  if (!isTooMuchWorse(buyWorseBy(buy, stood))) return 0;
  if (buyLine(stood) * upTo >= price) return stood;
  return isTooMuchWorse(buyWorseBy(buy, price)) ? price : 0;
}
