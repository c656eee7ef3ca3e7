import * as z from 'zod/mini';
import { DecimalText } from '../shapes.ts';

export const SuggestedBalance = z.object({
  currency: z.string(),
  walletBalance: DecimalText,
  suggestedBalance: DecimalText,
  rebalancedBalance: DecimalText,
});
