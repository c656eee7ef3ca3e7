/**
 * Widths, in percent, below which an exchange's fee eats what fills earn.
 *
 * Source: docs/concepts/balancing.md, "Break-even".
 */
export interface BreakEven {
  /** Every order is moved before the next fill: a fill earns u²/(4n) − u·fee/(2n). */
  readonly moved: number;
  /**
   * Two orders of one coin are filled before either was moved, as when a coin moves against both others at once: the
   * second earns nothing and pays its fee, so the two together earn only above this width.
   */
  readonly together: number;
}

/**
 * @param fee - fraction taken from what is received: 0.001 is 0.1 %
 * @returns 0.001 → 0.2 and 0.4. Never negative: where the exchange pays, every width earns
 */
export function breakEven(fee: number): BreakEven {
  const moved = Math.max(0, Number((200 * fee).toPrecision(12)));
  return { moved, together: 2 * moved };
}

/**
 * What there is to say against a width:
 *
 * - `underBreakEven`: every fill costs more than it earns;
 * - `underBreakEvenTogether`: it does where two orders of one coin are filled before either is moved.
 */
export const widthWarnings = ['underBreakEven', 'underBreakEvenTogether'] as const;
export type WidthWarning = (typeof widthWarnings)[number];

/**
 * @param width - percent
 * @returns null where the width earns, as every one does where the exchange takes no fee; `above`: from where on it would, percent
 */
export function widthWarningOf(
  width: number,
  { moved, together }: BreakEven,
): { readonly code: WidthWarning; readonly above: number } | null {
  if (together === 0 || width > together) return null;
  return width <= moved ? { code: 'underBreakEven', above: moved } : { code: 'underBreakEvenTogether', above: together };
}

/** What an account pays, as fractions of what is received. */
interface PaidFees {
  readonly maker: number;
  readonly taker: number;
}

/**
 * The fee that a bot's orders are to be reckoned with: the maker's where they may only rest, else the dearer one, since
 * one that meets the book pays the taker's.
 */
export const feeToReckonWith = ({ maker, taker }: PaidFees, { postOnly }: { readonly postOnly: boolean }): number =>
  postOnly ? maker : Math.max(maker, taker);
