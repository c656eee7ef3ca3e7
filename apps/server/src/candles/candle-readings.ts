import { FairGate } from '../limits/fair-gate.ts';
import { type Asker, type PlaceRules, Places } from '../limits/places.ts';

/** Readings of one exchange at a time. */
const atOnce = 3;

/** Where whatever reads candles from an exchange waits for its turn, counted by who asked for it, whether they still wait or not. */
export class CandleReadings {
  readonly #places: Places;
  readonly #gates = new Map<string, FairGate>();

  constructor(rules: PlaceRules) {
    this.#places = new Places(rules);
  }

  /** @returns gives one of the places back @throws {Refusal} `tooManyRequests` */
  reserve(asker: Asker, count: number): () => void {
    return this.#places.take(asker, count);
  }

  /** @param source - see `CandleSeries` */
  pass<T>(source: string, asker: Asker, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    const gate = this.#gates.get(source) ?? new FairGate(atOnce);
    this.#gates.set(source, gate);
    return gate.pass(asker, work, signal);
  }
}
