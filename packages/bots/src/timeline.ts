/**
 * Every decision of a bot with its reason, so that "why did it not trade?" always has an answer. The engine makes the
 * entries, the database keeps them, the console puts them into words.
 *
 * All facts are plain JSON: amounts are decimals as text, percentages and durations are numbers.
 */
import type { Balances, Currency, Decimal, Facts, PairName, Side } from '@tenbin/market';
import type { CheckCode } from '@tenbin/strategy';
import type { BotErrorCode } from './bot-error.ts';

/** Price in counter per base, amount in base. */
interface OrderFacts {
  readonly clientOrderId: string;
  readonly pair: PairName;
  readonly side: Side;
  readonly price: Decimal;
  readonly amount: Decimal;
}

interface SlotFacts {
  readonly pair: PairName;
  readonly side: Side;
  /** Where a side has several orders, all but the innermost; see `slotFacts`. */
  readonly level?: number;
}

/** A slot in an entry. The innermost level goes without saying: most strategies have no other. */
export const slotFacts = ({ pair, side, level }: Required<SlotFacts>): SlotFacts => ({ pair, side, ...(level > 0 && { level }) });

/** The facts that each kind of decision carries. */
export interface TimelineFacts {
  readonly startRequested: { readonly by: string };
  /** With what its strategy tells of its settings. */
  readonly started: { readonly pairs: readonly PairName[]; readonly balances: Balances } & Readonly<Record<string, unknown>>;
  /** A worker took a running bot over, after a restart or from another worker. */
  readonly resumed: {
    readonly openOrders: number;
    /** Of those, how many it was not known of whether the exchange has them. */
    readonly adopted: number;
    /** Orders that ended meanwhile. */
    readonly cancelled: number;
    readonly filled: number;
    /** Trades that came meanwhile. */
    readonly fillsMissed: number;
    /** Orders of which it is still not known whether they arrived. */
    readonly unknown: number;
  };
  /** What is stored was older than what was done: orders and trades since then (ISO 8601) were taken in from the exchange. */
  readonly recovered: { readonly since: string; readonly orders: number; readonly trades: number };
  readonly startRefused: { readonly code: CheckCode | BotErrorCode; readonly facts: Readonly<Record<string, unknown>> };

  readonly rebalanceRequested: { readonly by: string };
  readonly rebalancePlanned: { readonly orders: number; readonly balances: Balances; readonly rebalancedBalances: Balances };
  readonly rebalanced: { readonly balances: Balances };
  readonly rebalanceFailed: { readonly code: string; readonly facts: Readonly<Record<string, unknown>> };

  readonly placed: OrderFacts;
  /** `elsewhere`: by the exchange, or by a person there. */
  readonly cancelled: OrderFacts & { readonly because: 'repriced' | 'stopping' | 'duplicate' | 'elsewhere' };
  readonly filled: OrderFacts & {
    readonly fee: Decimal;
    readonly feeCurrency: Currency;
    readonly basisPointChanged: number;
    /** Less than the whole order: the rest goes on, or was cancelled. */
    readonly isPart: boolean;
    /** It belongs to a rebalance: nothing is earned by it. */
    readonly isRebalance?: boolean;
  };
  /** The trades of an order did not come: so much of it was booked by what the exchange says of the order as a whole. */
  readonly inferred: OrderFacts & { readonly fee: Decimal; readonly feeCurrency: Currency };
  /** A trade came after it had been booked by the order's totals: it changes nothing. */
  readonly tradeCovered: OrderFacts & { readonly tradeId: string };
  /** The exchange said no. */
  readonly refused: OrderFacts & SlotFacts & { readonly reason: string };
  /** Refused, or cancelled at once, several times in a row: nothing is placed there until then (ISO 8601). */
  readonly slotPaused: SlotFacts & { readonly reason: string; readonly times: number; readonly until: string };
  /** It was not known whether the order arrived: the exchange has it. */
  readonly adopted: OrderFacts;
  /** More than one order at an exchange that keeps no ids of ours could be this one: none is taken for it. */
  readonly severalMatch: OrderFacts & { readonly exchangeOrderIds: readonly string[] };
  /** Under the id of an order of ours the exchange shows another one: it is not taken for it. */
  readonly notTheOrder: SlotFacts & { readonly clientOrderId: string; readonly exchangeOrderId: string };
  /** The exchange was asked long enough to be sure that the order never arrived. */
  readonly neverPlaced: OrderFacts;

  /** All is placed; the market has to come to an order. Percent from the price to the nearest order. */
  readonly insideWidth: SlotFacts & { readonly price: Decimal; readonly current: Decimal; readonly distancePercent: number };
  /** It is not known whether an order arrived; its place stays empty until it is. */
  readonly waitingForUnknown: SlotFacts & { readonly clientOrderId: string };
  /** An order has ended; until its trades have all come the balances are not known. */
  readonly waitingForTrades: SlotFacts & { readonly clientOrderId: string };
  /** Another order still holds what this one needs. */
  readonly waitingForFunds: SlotFacts & { readonly currency: Currency };
  /** The exchange has not said yet what became of the cancelling. */
  readonly waitingForCancel: SlotFacts & { readonly clientOrderId: string };
  /** A bot that stops: all its orders are over, and the exchange is asked whether that is so. */
  readonly waitingForConfirmation: Readonly<Record<string, never>>;
  /** A bot that starts: what is its own cannot be told while another one of the same key trades. */
  readonly waitingForSibling: Readonly<Record<string, never>>;
  /** An exchange lets an address open so many connections in a while: the private stream is opened then (ISO 8601). */
  readonly waitingForTurn: { readonly until: string };
  readonly underMinimum: {
    readonly pair: PairName | null;
    readonly value: Decimal;
    readonly minimum: Decimal;
    /** The currency of both. */
    readonly unit: Currency;
  };
  readonly priceOutOfRange: SlotFacts & { readonly price: Decimal };
  /** The market would not take what this level asks for: it is not quoted until it would. `facts`: of the code. */
  readonly levelLeftOut: SlotFacts & { readonly level: number; readonly code: CheckCode; readonly facts: Facts };
  readonly levelBack: SlotFacts & { readonly level: number };
  /** The exchange does not let the pair trade for a while: nothing is placed there. */
  readonly marketHalted: { readonly pair: PairName };
  /** Its pair has left the exchange for good, and the order with it: what it says of it, and what was booked of that. */
  readonly endedWithPair: OrderFacts & { readonly filled: Decimal; readonly booked: Decimal };
  /** By the prices now, or by new rules, the bot would have to stop: whether that lasts is looked at. */
  readonly checkFailing: { readonly code: CheckCode; readonly facts: Facts; readonly prices: string };
  /** It did: the prices of every look. */
  readonly checkLasted: {
    readonly code: CheckCode;
    readonly facts: Facts;
    readonly prices: string;
    readonly times: number;
    readonly lastedMs: number;
  };
  /** More than 5 % worse than the current price: placed that far from it. */
  readonly atPriceLine: SlotFacts & { readonly wanted: Decimal; readonly price: Decimal; readonly current: number };
  /** Of an earlier version, which sent no such order. */
  readonly worsePrice: SlotFacts & { readonly price: Decimal; readonly current: number; readonly worsePercent: number };
  /** The exchange lets nobody call until then (ISO 8601). */
  readonly rateLimited: { readonly retryAfterMs: number; readonly until: string };
  readonly exchangeUnreachable: { readonly reason: string };
  /** The exchange has refused the key so often in a row: nothing is sent until then (ISO 8601), and if that lasts the bot stops. */
  readonly keyPaused: { readonly reason: string; readonly times: number; readonly until: string };
  /** The exchange answers again, and everything was compared. */
  readonly reconnected: { readonly awayMs: number; readonly fillsMissed: number };

  /** What the key may do could not be checked; it is tried again. */
  readonly keyRightsUnknown: { readonly reason: string };

  /** Never profit: paid in, or taken out, while the bot was stopped. */
  readonly deposit: { readonly currency: Currency; readonly amount: Decimal };
  readonly withdrawal: { readonly currency: Currency; readonly amount: Decimal };
  /** What the exchange's rounding of money left over, taken into the books; `total`: all of it so far. Never profit. */
  readonly rounding: { readonly currency: Currency; readonly amount: Decimal; readonly total: Decimal };
  /** Other bots of the account paid their fees with this bot's money. Never a loss of this one. */
  readonly othersFees: { readonly currency: Currency; readonly amount: Decimal };
  /** The exchange's balance differs from what the trades explain. */
  readonly ledgerDifference: { readonly currency: Currency; readonly written: Decimal; readonly found: Decimal };
  /** An open order on the account that no bot of ours placed: left alone. */
  readonly externalOrder: { readonly pair: PairName; readonly exchangeOrderId: string };

  /** `facts`: of the reason. */
  readonly stopRequested: { readonly by: string; readonly reason: BotErrorCode | null; readonly facts?: Facts };
  /** Its owner does not wait for the confirmation any longer: all is cancelled once more, and then it ends. */
  readonly stopForced: { readonly by: string };
  /** `unconfirmed`: of so many orders nobody knows that they are over; absent where the exchange confirmed it. */
  readonly stopped: {
    readonly cancelled: number;
    readonly filledMeanwhile: number;
    readonly reason: BotErrorCode | null;
    /** Of the reason, where nobody asked for the stop before. */
    readonly facts?: Facts;
    readonly unconfirmed?: number;
  };
  /** A fault of ours stopped the bot. */
  readonly failed: { readonly reference: string };
}

export type TimelineKind = keyof TimelineFacts;

/** One decision, before it has a place in the database. */
export type TimelineEntry<K extends TimelineKind = TimelineKind> = {
  readonly [Kind in K]: { readonly kind: Kind; readonly at: Date; readonly facts: TimelineFacts[Kind] };
}[K];

/** Of kinds that say the same again and again while they last: what tells two of them apart. Null: each is a line of its own. */
const lasting: { readonly [Kind in TimelineKind]: readonly (keyof TimelineFacts[Kind])[] | null } = {
  startRequested: null,
  started: null,
  resumed: null,
  recovered: null,
  startRefused: null,
  rebalanceRequested: null,
  rebalancePlanned: null,
  rebalanced: null,
  rebalanceFailed: null,
  placed: null,
  cancelled: null,
  filled: null,
  inferred: null,
  tradeCovered: null,
  refused: ['pair', 'side', 'reason', 'level'],
  slotPaused: ['pair', 'side', 'reason', 'level'],
  adopted: null,
  severalMatch: ['clientOrderId'],
  notTheOrder: ['clientOrderId', 'exchangeOrderId'],
  neverPlaced: null,
  insideWidth: ['pair', 'side'],
  waitingForUnknown: ['clientOrderId'],
  waitingForTrades: ['clientOrderId'],
  waitingForFunds: ['pair', 'side', 'currency', 'level'],
  waitingForCancel: ['clientOrderId'],
  waitingForConfirmation: [],
  waitingForSibling: [],
  waitingForTurn: [],
  underMinimum: ['pair', 'unit'],
  priceOutOfRange: ['pair', 'side'],
  levelLeftOut: null,
  levelBack: null,
  marketHalted: ['pair'],
  endedWithPair: null,
  checkFailing: ['code'],
  checkLasted: null,
  atPriceLine: ['pair', 'side', 'level'],
  worsePrice: ['pair', 'side'],
  rateLimited: [],
  exchangeUnreachable: ['reason'],
  keyPaused: ['reason', 'times'],
  reconnected: null,
  keyRightsUnknown: ['reason'],
  deposit: null,
  withdrawal: null,
  rounding: ['currency'],
  othersFees: null,
  ledgerDifference: ['currency'],
  externalOrder: ['exchangeOrderId'],
  stopRequested: null,
  stopForced: null,
  stopped: null,
  failed: null,
};

/** All of them. */
export const timelineKinds = Object.keys(lasting) as TimelineKind[];

/** A stored entry may be of another version of the product, which knew other kinds. */
export const isTimelineKind = (kind: string): kind is TimelineKind => Object.hasOwn(lasting, kind);

/**
 * Entries with the same key that follow one another are one line with a count: its time and facts are the latest.
 * Null for a decision that is a line of its own each time.
 */
export function foldKeyOf(entry: TimelineEntry): string | null {
  const names: readonly string[] | null = lasting[entry.kind];
  if (!names) return null;
  const facts: Readonly<Record<string, unknown>> = { ...entry.facts };
  return [entry.kind, ...names.map((name) => facts[name] ?? '')].join(' ').trimEnd();
}

/** An order that takes another's place, or gives it up for one: side by side such entries are one line, a re-quote. */
export const isReplacement = ({ kind, facts }: Pick<TimelineEntry, 'kind' | 'facts'>): boolean =>
  kind === 'placed' || (kind === 'cancelled' && (facts as { readonly because?: unknown }).because === 'repriced');
