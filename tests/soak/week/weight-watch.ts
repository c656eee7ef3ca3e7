import type { RestRequest } from '@tenbin/exchange-virtual';

/** What a call is for: an order, a look at a wallet, or any other question. */
export type Purpose = 'orders' | 'looks' | 'questions';
export type Weights = Readonly<Record<Purpose, number>>;

export interface WeightFigures {
  /** The highest that the venue counted in a minute of its clock, and what of that was read. */
  readonly counted: { readonly most: number; readonly reads: number };
  /** The highest of a minute of the market: each call in the minute in which its cause lay. */
  readonly caused: { readonly most: number; readonly reads: number };
  /** How many minutes of the market caused a given weight or more. */
  readonly minutesFrom: Readonly<Record<string, number>>;
  readonly total: Weights;
  /** By status and code. */
  readonly refused: Readonly<Record<string, number>>;
}

const clockMinuteMs = 60_000;
const header = 'X-MBX-USED-WEIGHT-1M';
const noWeights = (): Record<Purpose, number> => ({ orders: 0, looks: 0, questions: 0 });

/** Adds up what a venue counts of an address, by the minutes of its clock and by those of its market. */
export class WeightWatch {
  readonly #byClock = new Map<number, Record<Purpose, number>>();
  readonly #byMarket = new Map<number, Record<Purpose, number>>();
  readonly #refused: Record<string, number> = {};
  #used = 0;
  #most = 0;
  #maxAt = 0;

  /**
   * @param minute - of the market, in which the call's cause lay
   * @param answer - tells what was used so far; what sockets used since the answer before counts with this one
   */
  note(
    { method, path }: Pick<RestRequest, 'method' | 'path'>,
    { status, headers, body }: { readonly status: number; readonly headers: Readonly<Record<string, string>>; readonly body: string },
    minute: number,
  ): void {
    if (status === 429 || status === 418 || status === 403) {
      const name = `${status} ${/"code":(-?\d+)/.exec(body)?.[1] ?? ''}`.trim();
      this.#refused[name] = (this.#refused[name] ?? 0) + 1;
    }
    const used = Number(headers[header]);
    if (!Number.isFinite(used)) return;
    const weight = used < this.#used ? used : used - this.#used;
    this.#used = used;
    const clockMinute = Math.floor(Date.now() / clockMinuteMs);
    const purpose = purposeOf(method, path);
    add(this.#byClock, clockMinute, { purpose, weight });
    add(this.#byMarket, minute, { purpose, weight });
    if (used > this.#most) [this.#most, this.#maxAt] = [used, clockMinute];
  }

  /** What was counted since the last time. */
  take(): WeightFigures {
    const all = [...this.#byMarket.values()];
    const caused = all.map((weights) => ({ most: sum(weights) - weights.looks, reads: weights.questions }));
    const figures: WeightFigures = {
      counted: { most: this.#most, reads: readsOf(this.#byClock.get(this.#maxAt) ?? noWeights()) },
      caused: caused.reduce((most, one) => (one.most > most.most ? one : most), { most: 0, reads: 0 }),
      minutesFrom: Object.fromEntries([500, 1000, 2000, 4000].map((from) => [from, caused.filter(({ most }) => most >= from).length])),
      total: all.reduce<Record<Purpose, number>>((total, weights) => {
        for (const purpose of Object.keys(total) as Purpose[]) total[purpose] += weights[purpose];
        return total;
      }, noWeights()),
      refused: { ...this.#refused },
    };
    this.#byClock.clear();
    this.#byMarket.clear();
    for (const name of Object.keys(this.#refused)) delete this.#refused[name];
    this.#most = 0;
    return figures;
  }
}

function add(minutes: Map<number, Record<Purpose, number>>, minute: number, { purpose, weight }: { purpose: Purpose; weight: number }) {
  const weights = minutes.get(minute) ?? noWeights();
  weights[purpose] += weight;
  minutes.set(minute, weights);
}

const sum = (weights: Weights): number => weights.orders + weights.looks + weights.questions;
const readsOf = (weights: Weights): number => weights.looks + weights.questions;

function purposeOf(method: string, path: string): Purpose {
  if (path === '/api/v3/order' && method !== 'GET') return 'orders';
  return path === '/api/v3/account' ? 'looks' : 'questions';
}
