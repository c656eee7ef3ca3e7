/** How far apart the ends of a list of trades may lie at most exchanges. */
export const weekMs = 7 * 86_400_000;
