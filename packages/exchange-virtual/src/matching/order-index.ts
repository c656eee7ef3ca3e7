import { none } from './price-levels.ts';

/**
 * Order ids to pool slots: an open-addressing hash table in two typed arrays, at most half full.
 * Removing shifts the followers back, so that there are no graves and a long life does not slow it down.
 *
 * Ids are positive safe integers.
 */
export class OrderIndex {
  #ids = new Float64Array(2048);
  #slots = new Int32Array(2048);
  #mask = 2047;
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** @returns the slot, or {@link none} */
  find(id: number): number {
    for (let at = home(id) & this.#mask; ; at = (at + 1) & this.#mask) {
      const found = this.#ids[at]!;
      if (found === id) return this.#slots[at]!;
      if (found === 0) return none;
    }
  }

  /** The id must not be there yet. */
  add(id: number, slot: number): void {
    if ((this.#size + 1) * 2 > this.#ids.length) this.#grow();
    this.#insert(id, slot);
    this.#size++;
  }

  remove(id: number): void {
    let hole = home(id) & this.#mask;
    while (this.#ids[hole] !== id) {
      if (this.#ids[hole] === 0) return;
      hole = (hole + 1) & this.#mask;
    }
    for (let at = (hole + 1) & this.#mask; this.#ids[at] !== 0; at = (at + 1) & this.#mask) {
      const wanted = home(this.#ids[at]!) & this.#mask;
      if (((at - wanted) & this.#mask) < ((at - hole) & this.#mask)) continue;
      this.#ids[hole] = this.#ids[at]!;
      this.#slots[hole] = this.#slots[at]!;
      hole = at;
    }
    this.#ids[hole] = 0;
    this.#size--;
  }

  #insert(id: number, slot: number): void {
    let at = home(id) & this.#mask;
    while (this.#ids[at] !== 0) at = (at + 1) & this.#mask;
    this.#ids[at] = id;
    this.#slots[at] = slot;
  }

  #grow(): void {
    const ids = this.#ids;
    const slots = this.#slots;
    this.#ids = new Float64Array(ids.length * 2);
    this.#slots = new Int32Array(ids.length * 2);
    this.#mask = this.#ids.length - 1;
    for (let at = 0; at < ids.length; at++) if (ids[at] !== 0) this.#insert(ids[at]!, slots[at]!);
  }
}

/** Spreads consecutive ids; the caller masks. */
function home(id: number): number {
  const mixed = Math.imul((id | 0) ^ ((id / 4294967296) | 0), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}
