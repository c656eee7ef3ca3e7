import { rebalanceStatuses } from '@tenbin/bots';
import * as z from 'zod/mini';
import { Amounts, DecimalText, Id, IsoTime, PairText, Side } from '../shapes.ts';

/** A limit order that is to be filled at once. */
export const RebalanceOrder = z.object({
  pair: PairText,
  side: Side,
  /** The worst price that is accepted: at most 5 % from the current one, counter per base. */
  price: DecimalText,
  /** In base. */
  amount: DecimalText,
});

/** What was given away of a currency, and what that costs beside the exchange's own fees. */
export const Turnover = z.object({
  currency: z.string(),
  amount: DecimalText,
  /** Percent of the turnover: a setting of the organization. */
  feePercent: z.number(),
  /** In the currency; billed, not taken from the wallet. */
  serviceFee: DecimalText,
});

/** One rebalance, from the request to its end. */
export const Rebalance = z.object({
  _id: Id,
  bot: z.object({ _id: Id, name: z.string() }),
  exchange: z.object({ _id: Id, name: z.string() }),
  status: z.enum(rebalanceStatuses),
  /** The bot was to start afterwards. */
  autoActivation: z.boolean(),
  /** As planned; empty until then, and where the wallet is even already. */
  orders: z.array(RebalanceOrder),
  /** Null until planned. */
  balanceBefore: z.nullable(Amounts),
  /** Null until completed. */
  rebalancedBalance: z.nullable(Amounts),
  /** By what its trades say. */
  turnover: z.array(Turnover),
  /** Why it failed. */
  failure: z.nullable(z.object({ code: z.string(), message: z.string() })),
  askedAt: IsoTime,
  endedAt: z.nullable(IsoTime),
});
export type Rebalance = z.infer<typeof Rebalance>;
