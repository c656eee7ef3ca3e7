/**
 * A fill yields about u²/(4n) − u·fee/(2n): it earns only above this width.
 *
 * @param makerFee - fraction taken from what is received: 0.001 is 0.1 %
 * @returns percent: 0.001 → 0.2. Never negative: where the exchange pays, every width earns
 */
export const breakEvenWidth = (makerFee: number): number => Math.max(0, Number((200 * makerFee).toPrecision(12)));
