import { withoutClientOrderId } from './plain.ts';
import type { Quirks } from './quirks.ts';

/**
 * bitFlyer and Coincheck tell neither a market's grid and smallest order, nor what became of an order that was
 * cancelled before anything of it was filled: bitFlyer drops it from its list, Coincheck has no question for it.
 * Without client order ids on top, an order whose answer got lost could not be told from one that never was.
 */
export const refusedQuirks: Quirks = { ...withoutClientOrderId, lacks: ['orderFateNotTold', 'minimumsNotTold'] };
