import { currenciesOf, type PairName } from '@tenbin/market';
import { seededRandom } from '@tenbin/runtime';
import type { Feed, PriceMove } from './feed.ts';
import { type CurrencyModel, PriceModel } from './price-model.ts';

export interface GeneratedFeedOptions {
  readonly seed?: number;
  /** Market time per real time: 120 lets two market minutes pass in a real second. */
  readonly speed?: number;
  /** Values and volatilities of currencies other than the usual ones. */
  readonly models?: Readonly<Record<string, CurrencyModel>>;
}

/** Real time that one {@link Feed.step} stands for. */
const stepMs = 250;

/** Prices of a market that never was: mutually consistent, wandering as real ones do, the same for the same seed. */
export function generatedFeed({ seed = 1, speed = 120, models = {} }: GeneratedFeedOptions = {}): Feed {
  let random = seededRandom(seed);
  let pairs: readonly PairName[] = [];
  let model = new PriceModel([], random);
  const waiting: PriceMove[] = [];
  const moves = (): PriceMove[] => pairs.map((pair) => ({ pair, price: model.price(pair) }));
  return {
    name: `generated:${seed}`,
    speed,
    fills: 'partly',
    open: async (wanted, last) => {
      pairs = wanted;
      // A market that goes on must not repeat what it did after its first opening.
      random = seededRandom(Object.values(last).reduce((mixed, price) => mixed ^ Math.round(price * 1e6), seed));
      model = new PriceModel(currenciesOf(wanted), random, models);
      model.continueFrom(last);
      return moves();
    },
    advance: (realMs) => {
      model.advance(realMs * speed);
      return moves();
    },
    step: () => {
      if (waiting.length === 0) {
        model.advance(stepMs * speed);
        waiting.push(...moves());
      }
      return waiting.shift() ?? null;
    },
    close: async () => {},
  };
}
