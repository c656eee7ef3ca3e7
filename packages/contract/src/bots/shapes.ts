import { botTypes, botWarnings, orderStates, orderVerdicts, timelineKinds, unconfirmedReasons, verdictReasons } from '@tenbin/bots';
import { widthWarnings } from '@tenbin/strategy';
import * as z from 'zod/mini';
import { SuggestedBalance } from '../exchanges/shapes.ts';
import { Amounts, BotState, DecimalText, Id, IsoTime, PairText, Side } from '../shapes.ts';

export const BotMessage = z.object({ code: z.string(), message: z.string(), at: IsoTime });

const OrderState = z.enum(orderStates);

export const StopReceipt = z.object({
  askedAt: IsoTime,
  /** Client order ids. */
  cancelled: z.array(z.string()),
  filledMeanwhile: z.array(z.string()),
  /** When the exchange confirmed that none of ours is open; null where the stop was forced. */
  confirmedAt: z.nullable(IsoTime),
  /** How it ended where the owner would not wait for that; null where the exchange confirmed it. */
  forced: z.nullable(
    z.object({
      at: IsoTime,
      /** What it waited for. */
      because: z.enum(unconfirmedReasons),
      /** Of these nobody knows that they are over, as they were last known. */
      unconfirmed: z.array(
        z.object({
          clientOrderId: z.string(),
          pair: PairText,
          side: Side,
          price: DecimalText,
          amount: DecimalText,
          filled: DecimalText,
          state: OrderState,
        }),
      ),
    }),
  ),
});

export const Bot = z.object({
  _id: Id,
  user: Id,
  name: z.string(),
  exchange: z.object({ _id: Id, name: z.string(), timeScale: z.number() }),
  pairs: z.array(PairText),
  /** Fraction of a balance that one order moves; the width in percent is 200 times it. */
  delta: z.number(),
  config: z.object({ initialBalance: z.nullable(Amounts), autoRebalance: z.boolean() }),
  type: z.enum(botTypes),
  /** The user wants it to run. */
  active: z.boolean(),
  isRunning: z.boolean(),
  /** Where it really is. */
  state: BotState,
  /** While it is being stopped: from when on its owner may force that, and when they did. */
  stopping: z.nullable(z.object({ forcibleAt: IsoTime, forcedAt: z.nullable(IsoTime) })),
  /** It waits for its wallet to be rebalanced, and starts then. */
  autoStartRequested: z.boolean(),
  /** First start. */
  startDate: z.nullable(IsoTime),
  runningSince: z.nullable(IsoTime),
  /** Percent per trade. */
  expectedRateOfReturn: z.number(),
  ammRewardPerTrade: z.number(),
  botCourse: z.nullable(Id),
  autoActivation: z.boolean(),
  /** Its orders only rest, where the exchange can see to that. */
  postOnly: z.boolean(),
  /** The last four characters, or the whole key where the right password came along. */
  apiKey: z.string(),
  hasSecret: z.boolean(),
  hasPassphrase: z.boolean(),
  errorMessages: z.array(BotMessage),
  warnings: z.array(z.enum(botWarnings)),
  /** What the bot has now, by its own records; null before the first start. */
  balances: z.nullable(Amounts),
  basisPoint: z.number(),
  /** Percent, reckoned now; null before the first fill and under 24 hours of the market's time. */
  annualRate: z.nullable(z.number()),
  /** Rests on under 7 days of the market's time. */
  isAnnualRateProvisional: z.boolean(),
  executionCount: z.number(),
  lastFillAt: z.nullable(IsoTime),
  openOrderCount: z.number(),
  expectedOrderCount: z.number(),
  stopReceipt: z.nullable(StopReceipt),
  createdAt: IsoTime,
});

export const DeletedBot = z.object({ _id: Id, name: z.string(), exchange: z.string(), pairs: z.array(PairText), deletedAt: IsoTime });

/** What was saved all the same, and its user should know. */
export const WidthWarning = z.object({
  code: z.enum(widthWarnings),
  message: z.string(),
  /** Percent: as it was saved, and above which it would not have been warned of. */
  width: z.number(),
  breakEvenWidth: z.number(),
});

export const BotReply = z.object({ bot: Bot, suggestedBalance: z.array(SuggestedBalance), warnings: z.array(WidthWarning) });

export const ContractRecord = z.object({
  _id: Id,
  botId: Id,
  createdAt: IsoTime,
  pair: PairText,
  side: Side,
  price: DecimalText,
  /** In base. */
  amount: DecimalText,
  /** What the trades moved in counter, as the exchange told it: price × amount as far as its money has decimals. */
  notional: DecimalText,
  fee: DecimalText,
  feeCurrency: z.string(),
  basisPointChanged: z.number(),
  /** Percent; null before it can be told. */
  annualRate: z.nullable(z.number()),
  delta: z.number(),
  /** In USD. */
  volume: z.number(),
  /** What its trades earned after their fees, in USD at the prices of their moments; null of a record from before this was kept. */
  earned: z.nullable(DecimalText),
  balance: Amounts,
  /** True where trades of it did not come, and were reckoned from the order's totals; absent otherwise. */
  isInferred: z.optional(z.literal(true)),
});

export const Performance = z.object({ annualRate: z.nullable(z.number()), executionCount: z.number(), basisPoint: z.number() });

export const OrderRow = z.object({
  clientOrderId: z.string(),
  exchangeOrderId: z.nullable(z.string()),
  pair: PairText,
  side: Side,
  price: DecimalText,
  amount: DecimalText,
  filled: DecimalText,
  state: OrderState,
  createdAt: IsoTime,
});

/** An open order as the exchange reports it. */
export const ReportedOrder = z.object({
  exchangeOrderId: z.string(),
  clientOrderId: z.nullable(z.string()),
  pair: PairText,
  side: Side,
  price: DecimalText,
  amount: DecimalText,
  filled: DecimalText,
});

/** One place for an order: as the bot wants it, as the database knows it, as the exchange reports it. */
export const SlotTruth = z.object({
  pair: PairText,
  side: Side,
  /** Tells the orders of one side of a pair apart: 0, 1, 2 … */
  level: z.number(),
  /** `missing`: should be at the exchange and is not; `unknown`: cannot be told now; `differing`: is there, but not so. */
  verdict: z.enum(orderVerdicts),
  /** Null when matched. */
  because: z.nullable(z.enum(verdictReasons)),
  wanted: z.nullable(z.object({ price: DecimalText, amount: DecimalText })),
  known: z.array(OrderRow),
  reported: z.array(ReportedOrder),
});

export const OrderTruth = z.object({
  /** When the database was read. */
  at: IsoTime,
  exchange: z.object({
    /** When what `reported` says was asked for; null where the exchange has not answered yet. */
    askedAt: z.nullable(IsoTime),
    /** Whether it answers now. False: what it said earlier is shown, without a verdict on it. */
    isCurrent: z.boolean(),
    /** Why it was not asked, or did not answer. */
    fault: z.nullable(z.object({ code: z.string(), message: z.string() })),
  }),
  /** False where it cannot be told what the bot wants, since its pairs' rules are not known. */
  wantedKnown: z.boolean(),
  slots: z.array(SlotTruth),
  /** Other open orders on the account's same pairs: left alone. */
  external: z.array(z.object({ order: ReportedOrder, isOfOtherBot: z.boolean() })),
});

const timelineEntryFields = {
  _id: Id,
  at: IsoTime,
  /** When the same was last seen again. */
  lastAt: IsoTime,
  count: z.number(),
  /** `other`: of another version of the product, which calls it what the fact `kind` says. */
  kind: z.enum([...timelineKinds, 'other']),
  facts: z.record(z.string(), z.unknown()),
};

export const TimelineEntry = z.object({
  ...timelineEntryFields,
  /** Of a line of several entries that only replace orders: the older ones, newest first. */
  others: z.optional(z.array(z.object(timelineEntryFields))),
});

export const CandleRow = z.object({
  /** Opening time, epoch milliseconds. */
  at: z.number(),
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
  volume: z.number(),
});

/** What one side of a pair traded within one candle. */
export const CandleFills = z.object({
  /** Opening time of the candle, epoch milliseconds. */
  at: z.number(),
  side: Side,
  count: z.number(),
  /** In base. */
  amount: DecimalText,
  /** In counter: divided by the amount it is the price on average. */
  notional: DecimalText,
  lowest: DecimalText,
  highest: DecimalText,
});

export const BalancePoint = z.object({
  at: IsoTime,
  balance: Amounts,
  /** USD worth by currency at that time; null where no price is known. */
  worth: z.nullable(z.record(z.string(), z.number())),
  /** USD worth, at that time's prices, of the initial balances and of what came and went since. */
  holding: z.nullable(z.number()),
});

export type Bot = z.infer<typeof Bot>;
export type DeletedBot = z.infer<typeof DeletedBot>;
export type BotReply = z.infer<typeof BotReply>;
export type BotMessage = z.infer<typeof BotMessage>;
export type ContractRecord = z.infer<typeof ContractRecord>;
export type Performance = z.infer<typeof Performance>;
export type OrderRow = z.infer<typeof OrderRow>;
export type ReportedOrder = z.infer<typeof ReportedOrder>;
export type SlotTruth = z.infer<typeof SlotTruth>;
export type OrderTruth = z.infer<typeof OrderTruth>;
export type TimelineEntry = z.infer<typeof TimelineEntry>;
export type CandleRow = z.infer<typeof CandleRow>;
export type CandleFills = z.infer<typeof CandleFills>;
export type BalancePoint = z.infer<typeof BalancePoint>;
