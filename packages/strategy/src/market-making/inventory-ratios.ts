/** By how much the amounts of each side are multiplied. */
export interface InventoryRatios {
  readonly bid: number;
  readonly ask: number;
}

export interface Inventory {
  /** What there is of each, free and held by orders together. */
  readonly base: number;
  readonly counter: number;
  /** Counter per base. */
  readonly mid: number;
  /** What part of the whole worth shall be base, percent. */
  readonly targetPct: number;
  /** Base by which the inventory may be off its target until one side falls silent. */
  readonly range: number;
}

/** The range is worth this part of the whole at most. */
const widestRange = 0.5;

const none: InventoryRatios = { bid: 0, ask: 0 };

/**
 * Leans the quotes against the inventory: with too little base the bids grow and the asks shrink, with too much the other
 * way round. What holds for every answer:
 *
 * 1. Both lie between 0 and 2.
 * 2. Together they are 2, or nothing is quoted at all: of an empty ledger, or with no range.
 * 3. At the target both are 1, and more base never makes the bids larger.
 */
export function inventoryRatios({ base, counter, mid, targetPct, range }: Inventory): InventoryRatios {
  const held = base * mid;
  const worth = held + counter;
  const target = (worth * targetPct) / 100;
  const reach = Math.min(range * mid, worth * widestRange);
  if (!(reach > 0)) return none;
  const bid = held < target ? 1 + part(target - held, target - Math.max(target - reach, 0)) : 1 - part(held - target, reach);
  return { bid, ask: 2 - bid };
}

/** How much of the whole, 1 at most. */
const part = (some: number, whole: number): number => (some < whole ? some / whole : 1);
