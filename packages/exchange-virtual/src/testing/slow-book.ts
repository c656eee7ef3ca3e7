import type { Side } from '@tenbin/market';

interface Resting {
  readonly id: number;
  readonly side: Side;
  readonly ticks: number;
  lots: number;
}

/** A book that is obviously right: one list in order of arrival, searched from the front every time. */
export class SlowBook {
  readonly trades: [makerId: number, ticks: number, lots: number, makerLeft: number][] = [];
  #resting: Resting[] = [];

  get size(): number {
    return this.#resting.length;
  }

  limit(id: number, side: Side, ticks: number, lots: number, rests: boolean): number {
    const left = this.#take(side, lots, (maker) => (side === 'buy' ? maker.ticks <= ticks : maker.ticks >= ticks));
    if (left > 0 && rests) this.#resting.push({ id, side, ticks, lots: left });
    return left;
  }

  market(side: Side, lots: number): number {
    return this.#take(side, lots, () => true);
  }

  marketByNotional(side: Side, notional: number): number {
    let left = notional;
    for (let best = this.#best(side); best && left >= best.ticks; best = this.#best(side)) {
      const before = this.trades.length;
      const at = best.ticks;
      this.#take(side, Math.floor(left / at), (maker) => maker.ticks === at);
      for (const [, ticks, lots] of this.trades.slice(before)) left -= ticks * lots;
    }
    return left;
  }

  cancel(id: number): number {
    const lots = this.#resting.find((order) => order.id === id)?.lots ?? 0;
    this.#resting = this.#resting.filter((order) => order.id !== id);
    return lots;
  }

  levels(side: Side): [ticks: number, lots: number][] {
    const sums = new Map<number, number>();
    for (const order of this.#resting) if (order.side === side) sums.set(order.ticks, (sums.get(order.ticks) ?? 0) + order.lots);
    return [...sums].sort(([a], [b]) => (side === 'buy' ? b - a : a - b));
  }

  #take(side: Side, lots: number, reaches: (maker: Resting) => boolean): number {
    let left = lots;
    for (let maker = this.#best(side); left > 0 && maker && reaches(maker); maker = this.#best(side)) {
      const taken = Math.min(left, maker.lots);
      left -= taken;
      maker.lots -= taken;
      this.trades.push([maker.id, maker.ticks, taken, maker.lots]);
      if (maker.lots === 0) this.cancel(maker.id);
    }
    return left;
  }

  /** The best resting order on the other side; of equals, the first to arrive. */
  #best(side: Side): Resting | undefined {
    const others = this.#resting.filter((order) => order.side !== side);
    const [best] = others.map((order) => order.ticks).sort((a, b) => (side === 'buy' ? a - b : b - a));
    return others.find((order) => order.ticks === best);
  }
}
