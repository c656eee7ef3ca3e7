import { type Currency, type PairName, parsePair } from '@tenbin/market';
import type { Random } from '@tenbin/runtime';

/** How a currency's value in dollars behaves. Volatility is the yearly deviation of its logarithm. */
export interface CurrencyModel {
  readonly value: number;
  readonly volatility: number;
}

const known: Readonly<Record<Currency, CurrencyModel>> = {
  USDT: { value: 1, volatility: 0 },
  USDC: { value: 1, volatility: 0 },
  JPY: { value: 0.0066, volatility: 0.1 },
  BTC: { value: 60_000, volatility: 0.6 },
  ETH: { value: 3_000, volatility: 0.8 },
  XRP: { value: 0.6, volatility: 0.9 },
  BNB: { value: 600, volatility: 0.7 },
  COT: { value: 2, volatility: 0.9 },
};
const unknown: CurrencyModel = { value: 10, volatility: 1 };

const yearMs = 365 * 24 * 3_600_000;
/** Share of a currency's movement that the whole market makes. */
const common = 0.75;
/** Values return to where they began with this half-life, so that months at a high speed stay in a sane range. */
const reversionPerYear = Math.LN2 / (60 / 365);
/** Calm and storm: the logarithm of the volatility wanders with this deviation and half-life. */
const calmDeviation = 0.35;
const calmPerYear = Math.LN2 / (1 / 365);
const jumpsPerYear = 40;
const jumpDeviation = 0.02;

interface Walking {
  readonly currency: Currency;
  readonly volatility: number;
  readonly anchor: number;
  log: number;
}

/**
 * Values of currencies that wander together. A pair's price is its base's value over its counter's,
 * so prices of all pairs always agree: BTC/USDT × ETH/BTC = ETH/USDT.
 *
 * A geometric random walk with a common part, slow return to the starting value, changing volatility and rare jumps.
 */
export class PriceModel {
  readonly #random: Random;
  readonly #walking = new Map<Currency, Walking>();
  readonly #pairs = new Map<PairName, { base: Walking; counter: Walking }>();
  #storm = 0;

  constructor(currencies: readonly Currency[], random: Random, models: Readonly<Record<Currency, CurrencyModel>> = {}) {
    this.#random = random;
    for (const currency of currencies) {
      const { value, volatility } = models[currency] ?? known[currency] ?? unknown;
      this.#walking.set(currency, { currency, volatility, anchor: Math.log(value), log: Math.log(value) });
    }
  }

  /** @param marketMs - how much of the market's time passes */
  advance(marketMs: number): void {
    const years = marketMs / yearMs;
    const root = Math.sqrt(years);
    this.#storm += -calmPerYear * this.#storm * years + calmDeviation * Math.sqrt(2 * calmPerYear) * root * this.#random.normal();
    this.#storm = Math.max(-1.2, Math.min(1.2, this.#storm));
    const factor = Math.exp(this.#storm);
    const shared = this.#random.normal();
    const jump = this.#random.next() < jumpsPerYear * years ? jumpDeviation * this.#random.normal() : 0;
    for (const walking of this.#walking.values()) {
      if (walking.volatility === 0) continue;
      const own = this.#random.normal();
      const shock = common * shared + Math.sqrt(1 - common * common) * own;
      walking.log += reversionPerYear * (walking.anchor - walking.log) * years + walking.volatility * factor * root * shock + jump;
    }
  }

  /** Counter per base. */
  price(pair: PairName): number {
    let walking = this.#pairs.get(pair);
    if (!walking) {
      const { base, counter } = parsePair(pair);
      walking = { base: this.#require(base), counter: this.#require(counter) };
      this.#pairs.set(pair, walking);
    }
    return Math.exp(walking.base.log - walking.counter.log);
  }

  /** Goes on from given prices, as far as they lead to each currency from one whose value is known. */
  continueFrom(prices: Readonly<Record<PairName, number>>): void {
    const settled = new Set([...this.#walking.values()].filter((walking) => walking.volatility === 0).map(({ currency }) => currency));
    if (settled.size === 0) for (const currency of [...this.#walking.keys()].slice(0, 1)) settled.add(currency);
    for (let round = 0; round < this.#walking.size; round++) {
      for (const [pair, price] of Object.entries(prices)) {
        const { base, counter } = parsePair(pair);
        const [from, to] = [this.#walking.get(base), this.#walking.get(counter)];
        if (!from || !to || !(price > 0)) continue;
        if (settled.has(counter) && !settled.has(base)) from.log = to.log + Math.log(price);
        else if (settled.has(base) && !settled.has(counter)) to.log = from.log - Math.log(price);
        else continue;
        settled.add(base).add(counter);
      }
    }
  }

  #require(currency: Currency): Walking {
    const walking = this.#walking.get(currency);
    if (!walking) throw new Error(`no price model for ${currency}`);
    return walking;
  }
}
