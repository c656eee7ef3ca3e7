import Big from 'big.js';

/**
 * The strategy over candles once more, written to be obviously right and nothing else: objects, decimals, every order
 * worked out anew after every fill. It shares no line with what it is held against.
 */
export interface SlowPair {
  readonly base: string;
  readonly counter: string;
  readonly tick: string;
  readonly lot: string;
  readonly minimumAmount: string;
  readonly minimumNotional: string;
  /** On the grid, money is cut off at whole ones of these; null: nothing is. */
  readonly baseUnit: string | null;
  readonly counterUnit: string | null;
}
export interface SlowCandle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}
export interface SlowMarket {
  readonly pairs: readonly SlowPair[];
  /** By moment, by pair. */
  readonly candles: readonly (readonly SlowCandle[])[];
  /** What each currency is worth in USD at a moment's close. */
  readonly worth: (moment: number, currency: string) => number;
}
export interface SlowPlan {
  readonly balances: Readonly<Record<string, string>>;
  readonly width: string;
  readonly fee: string;
  readonly mode: 'path' | 'cautious';
  readonly grid: boolean;
  readonly minimums: boolean;
}
export interface SlowTrade {
  readonly moment: number;
  readonly point: number;
  readonly pair: number;
  readonly side: 'sell' | 'buy';
  readonly price: Big;
  readonly amount: Big;
}
interface SlowOrder {
  readonly price: Big;
  readonly amount: Big;
}

const digits = 32;
const short = (value: Big): Big => value.round(digits, Big.roundHalfUp);
/** Of positive numbers, rounded half up to `digits`. By whole numbers, for big.js divides digit by digit. */
function quotient(a: Big, b: Big): Big {
  const [dividend, ofDividend] = wholeOf(a);
  const [divisor, ofDivisor] = wholeOf(b);
  const numerator = dividend * 10n ** BigInt(digits + ofDivisor);
  const denominator = divisor * 10n ** BigInt(ofDividend);
  return new Big(`${(2n * numerator + denominator) / (2n * denominator)}e-${digits}`);
}

/** A number without its point, and how many decimals it has. */
function wholeOf(value: Big): [bigint, number] {
  const [whole = '', decimals = ''] = value.toFixed().split('.');
  return [BigInt(whole + decimals), decimals.length];
}

export class SlowBot {
  readonly trades: SlowTrade[] = [];
  readonly held: Record<string, Big>;
  stoppedAt: number | null = null;
  readonly #market: SlowMarket;
  readonly #plan: SlowPlan;
  readonly #u: Big;
  /** By pair, the price of its last trade. */
  readonly #prices = new Map<number, Big>();
  /** The orders as they stand, until the next fill. */
  readonly #orders = new Map<string, SlowOrder | null>();

  constructor(market: SlowMarket, plan: SlowPlan) {
    this.#market = market;
    this.#plan = plan;
    this.#u = new Big(plan.width).div(100);
    this.held = Object.fromEntries(Object.entries(plan.balances).map(([currency, amount]) => [currency, new Big(amount)]));
  }

  run(): this {
    this.#market.candles.forEach((candles, moment) => {
      candles.forEach((candle, pair) => {
        if (moment === 0) this.#prices.set(pair, this.#seen(candle.open));
        if (this.#plan.mode === 'path') this.#walkPath(candle, pair, moment);
        else this.#walkCautiously(candle, pair, moment);
      });
      if (this.#plan.minimums && this.#isWorthTooLittle(moment)) this.stoppedAt ??= moment;
    });
    return this;
  }

  #walkPath({ open, high, low, close }: SlowCandle, pair: number, moment: number): void {
    const path = close >= open ? [open, low, high, close] : [open, high, low, close];
    path.forEach((price, point) => {
      // First what rests there already, then what is placed at the new price.
      while (this.#fillOneReached(this.#seen(price), { moment, point, pair }));
      this.#prices.set(pair, this.#seen(price));
      while (this.#fillOneReached(this.#seen(price), { moment, point, pair }));
    });
  }

  #fillOneReached(price: Big, at: { moment: number; point: number; pair: number }): boolean {
    if (this.stoppedAt !== null) return false;
    const sell = this.#placed(at.pair, 'sell');
    const buy = this.#placed(at.pair, 'buy');
    if (sell?.price.lte(price)) this.#fill({ ...sell, ...at, side: 'sell' });
    else if (buy?.price.gte(price)) this.#fill({ ...buy, ...at, side: 'buy' });
    else return false;
    // What replaces it is placed at the price that filled it.
    this.#prices.set(at.pair, price);
    return true;
  }

  /** An order as it stands: one that would be more than 5 % worse than its pair's price is placed at 5 %. */
  #placed(pair: number, side: 'sell' | 'buy'): SlowOrder | null {
    const order = this.#order(pair, side);
    if (!order) return null;
    const current = this.#prices.get(pair)!;
    const line = current.times(side === 'sell' ? '0.95' : '1.05');
    if (side === 'sell' ? order.price.gte(line) : order.price.lte(line)) return order;
    const { tick } = this.#market.pairs[pair]!;
    return { ...order, price: this.#plan.grid ? toStep(line, new Big(tick), side === 'sell' ? Big.roundUp : Big.roundDown) : line };
  }

  #walkCautiously({ open, high, low, close }: SlowCandle, pair: number, moment: number): void {
    if (this.stoppedAt !== null) return;
    const tick = new Big(this.#market.pairs[pair]!.tick);
    const sell = this.#placed(pair, 'sell');
    const buy = this.#placed(pair, 'buy');
    const isSold = sell?.price.plus(tick).lte(this.#seen(high));
    const isBought = buy?.price.minus(tick).gte(this.#seen(low));
    const lowFirst = close >= open;
    this.#prices.set(pair, this.#seen(close));
    if (buy && isBought && (lowFirst || !isSold)) this.#fill({ ...buy, moment, point: lowFirst ? 1 : 2, pair, side: 'buy' });
    else if (sell && isSold) this.#fill({ ...sell, moment, point: lowFirst ? 2 : 1, pair, side: 'sell' });
  }

  /** Candles are decimals; as doubles they come in their shortest form. */
  #seen(price: number): Big {
    return new Big(price);
  }

  #order(pair: number, side: 'sell' | 'buy'): SlowOrder | null {
    const slot = `${side} ${pair}`;
    const order = this.#orders.get(slot);
    if (order !== undefined) return order;
    const wanted = this.#wantedOrder(pair, side);
    this.#orders.set(slot, wanted);
    return wanted;
  }

  /** Null where its price or amount is nothing on the grid: then it cannot be placed. */
  #wantedOrder(pair: number, side: 'sell' | 'buy'): SlowOrder | null {
    const { base, counter, tick, lot } = this.#market.pairs[pair]!;
    const balanced = quotient(this.held[counter]!, this.held[base]!);
    const factor = side === 'sell' ? this.#u.plus(1) : new Big(1).minus(this.#u);
    const price = balanced.times(factor);
    const amount = quotient(this.held[base]!.times(this.#u).div(2), factor);
    if (!this.#plan.grid) return { price, amount };
    const onGrid = {
      price: toStep(price, new Big(tick), side === 'sell' ? Big.roundUp : Big.roundDown),
      amount: toStep(amount, new Big(lot), Big.roundDown),
    };
    return onGrid.price.gt(0) && onGrid.amount.gt(0) ? onGrid : null;
  }

  #fill(trade: SlowTrade): void {
    const { base, counter, baseUnit, counterUnit } = this.#market.pairs[trade.pair]!;
    const notional = this.#cut(trade.price.times(trade.amount), counterUnit);
    const less = (received: Big, unit: string | null) => received.minus(this.#cut(received.times(this.#plan.fee), unit));
    const [baseChange, counterChange] =
      trade.side === 'sell' ? [trade.amount.times(-1), less(notional, counterUnit)] : [less(trade.amount, baseUnit), notional.times(-1)];
    const exact = this.#plan.grid ? (value: Big) => value : short;
    this.held[base] = exact(this.held[base]!.plus(baseChange));
    this.held[counter] = exact(this.held[counter]!.plus(counterChange));
    this.trades.push(trade);
    this.#orders.clear();
    if (this.#plan.minimums && this.#isOrderTooSmall()) this.stoppedAt = trade.moment;
  }

  /** To whole units, towards zero. */
  #cut(money: Big, unit: string | null): Big {
    return this.#plan.grid && unit !== null ? money.minus(money.mod(unit)) : money;
  }

  #isOrderTooSmall(): boolean {
    return this.#market.pairs.some(({ minimumAmount, minimumNotional }, pair) =>
      (['sell', 'buy'] as const).some((side) => {
        const order = this.#order(pair, side);
        if (!order) return true;
        const slack = this.#plan.grid ? 1 : 1 + 1e-12;
        return order.amount.times(slack).lt(minimumAmount) || order.amount.times(order.price).times(slack).lt(minimumNotional);
      }),
    );
  }

  #isWorthTooLittle(moment: number): boolean {
    return Object.keys(this.held).some(
      (currency) => Number(this.held[currency]) * this.#market.worth(moment, currency) * (Number(this.#u) / 2) < 5 * (1 - 1e-9),
    );
  }
}

/** To a whole step; what is closer to one than a billionth of itself is that one. */
function toStep(value: Big, step: Big, rounding: typeof Big.roundDown | typeof Big.roundUp): Big {
  const nearest = quotient(value, step).round(0, Big.roundHalfUp).times(step);
  if (nearest.minus(value).abs().lte(value.times('1e-9'))) return nearest;
  return quotient(value, step).round(0, rounding).times(step);
}
