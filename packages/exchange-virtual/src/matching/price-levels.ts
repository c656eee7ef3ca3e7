/** Prices are ticks below 2³⁰: six steps of five bits. */
const topShift = 25;
const fanOut = 32;

/** No such level, or no such order. */
export const none = -1;

/** Largest price in ticks that a book can hold. */
export const maximumTicks = 2 ** 30 - 1;

/**
 * The occupied prices of one side of a book, in order: a radix tree with 32 children a node, every node a bitmap.
 *
 * Finding, adding, removing and stepping to a neighbour each touch at most six nodes, however many prices there are,
 * and nothing is allocated except when the pools double. Level numbers are stable while the level exists.
 */
export class PriceLevels {
  /** First and last order of each level, and all its lots. Indexed by level. */
  head = new Int32Array(256);
  tail = new Int32Array(256);
  lots = new Float64Array(256);
  ticks = new Int32Array(256);
  /** How many levels are occupied. */
  size = 0;

  #bits = new Int32Array(256);
  #children = new Int32Array(256 * fanOut);
  #nodes = 1;
  #freeNodes: number[] = [];
  #levels = 0;
  #freeLevels: number[] = [];
  #path = new Int32Array(topShift / 5 + 1);

  /** @returns the level at a price, or {@link none} */
  find(ticks: number): number {
    let node = 0;
    for (let shift = topShift; shift > 0; shift -= 5) {
      const slot = (ticks >>> shift) & 31;
      if (((this.#bits[node]! >>> slot) & 1) === 0) return none;
      node = this.#children[node * fanOut + slot]!;
    }
    const slot = ticks & 31;
    return ((this.#bits[node]! >>> slot) & 1) === 0 ? none : this.#children[node * fanOut + slot]!;
  }

  /** @returns the level at a price, made empty where there was none */
  require(ticks: number): number {
    let node = 0;
    for (let shift = topShift; shift > 0; shift -= 5) {
      const slot = (ticks >>> shift) & 31;
      if (((this.#bits[node]! >>> slot) & 1) === 0) {
        const child = this.#newNode();
        this.#bits[node]! |= 1 << slot;
        this.#children[node * fanOut + slot] = child;
      }
      node = this.#children[node * fanOut + slot]!;
    }
    const slot = ticks & 31;
    if (((this.#bits[node]! >>> slot) & 1) !== 0) return this.#children[node * fanOut + slot]!;
    const level = this.#newLevel(ticks);
    this.#bits[node]! |= 1 << slot;
    this.#children[node * fanOut + slot] = level;
    return level;
  }

  /** Takes an occupied level out. */
  remove(level: number): void {
    const ticks = this.ticks[level]!;
    let node = 0;
    for (let depth = 0, shift = topShift; shift > 0; depth++, shift -= 5) {
      this.#path[depth] = node;
      node = this.#children[node * fanOut + ((ticks >>> shift) & 31)]!;
    }
    this.#bits[node]! &= ~(1 << (ticks & 31));
    for (let depth = topShift / 5 - 1, shift = 5; depth >= 0 && this.#bits[node] === 0; depth--, shift += 5) {
      this.#freeNodes.push(node);
      node = this.#path[depth]!;
      this.#bits[node]! &= ~(1 << ((ticks >>> shift) & 31));
    }
    this.#freeLevels.push(level);
    this.size--;
  }

  /** @returns the level with the lowest price, or {@link none} */
  lowest(): number {
    return this.#bits[0] === 0 ? none : this.#descend(0, topShift, false);
  }

  /** @returns the level with the highest price, or {@link none} */
  highest(): number {
    return this.#bits[0] === 0 ? none : this.#descend(0, topShift, true);
  }

  /** @returns the next occupied level above a price, or {@link none} */
  above(ticks: number): number {
    return this.#neighbour(ticks, false);
  }

  /** @returns the next occupied level below a price, or {@link none} */
  below(ticks: number): number {
    return this.#neighbour(ticks, true);
  }

  #neighbour(ticks: number, downwards: boolean): number {
    let node = 0;
    let shift = topShift;
    for (; ; shift -= 5) {
      this.#path[shift / 5] = node;
      const slot = (ticks >>> shift) & 31;
      if (shift === 0 || ((this.#bits[node]! >>> slot) & 1) === 0) break;
      node = this.#children[node * fanOut + slot]!;
    }
    for (; shift <= topShift; shift += 5) {
      const at = this.#path[shift / 5]!;
      const slot = (ticks >>> shift) & 31;
      const rest = this.#bits[at]! & (downwards ? (1 << slot) - 1 : ~((2 << slot) - 1));
      if (rest === 0) continue;
      const next = downwards ? 31 - Math.clz32(rest) : 31 - Math.clz32(rest & -rest);
      const child = this.#children[at * fanOut + next]!;
      return shift === 0 ? child : this.#descend(child, shift - 5, downwards);
    }
    return none;
  }

  #descend(from: number, fromShift: number, highest: boolean): number {
    let node = from;
    for (let shift = fromShift; ; shift -= 5) {
      const bits = this.#bits[node]!;
      const slot = highest ? 31 - Math.clz32(bits) : 31 - Math.clz32(bits & -bits);
      const child = this.#children[node * fanOut + slot]!;
      if (shift === 0) return child;
      node = child;
    }
  }

  #newNode(): number {
    const reused = this.#freeNodes.pop();
    if (reused !== undefined) return reused;
    if (this.#nodes === this.#bits.length) {
      this.#bits = grown(this.#bits, Int32Array);
      this.#children = grown(this.#children, Int32Array);
    }
    return this.#nodes++;
  }

  #newLevel(ticks: number): number {
    this.size++;
    let level = this.#freeLevels.pop();
    if (level === undefined) {
      if (this.#levels === this.ticks.length) {
        this.head = grown(this.head, Int32Array);
        this.tail = grown(this.tail, Int32Array);
        this.ticks = grown(this.ticks, Int32Array);
        this.lots = grown(this.lots, Float64Array);
      }
      level = this.#levels++;
    }
    this.head[level] = none;
    this.tail[level] = none;
    this.lots[level] = 0;
    this.ticks[level] = ticks;
    return level;
  }
}

/** A copy of twice the length. */
export function grown<A extends Int32Array | Float64Array | Uint8Array>(array: A, Kind: new (length: number) => A): A {
  const larger = new Kind(array.length * 2);
  larger.set(array);
  return larger;
}
