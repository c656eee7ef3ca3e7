import * as z from 'zod/mini';
import { DecimalText } from '../shapes.ts';

const Right = z.union([z.boolean(), z.literal('unknown')]);
/** `unknown`: the exchange does not say. */
export const KeyRights = z.object({ read: Right, trade: Right, withdraw: Right, transfer: Right });

export const SuggestedBalance = z.object({
  currency: z.string(),
  walletBalance: DecimalText,
  suggestedBalance: DecimalText,
  rebalancedBalance: DecimalText,
});
