import { type BotOrder, type BotPhase, type Difference, type DuringStop, type Ledger, type Reason, type Slot, slotOf } from '@tenbin/bots';
import type { Balances, Facts, Fill, PairName } from '@tenbin/market';
import type { OwnInBook, PricesByPair, Refusal, RulesByPair, SeenPrices, Strategy, TopOfBook, Wanted } from '@tenbin/strategy';
import type { Gaps } from '../account/tolerance.ts';
import type { MarketClosing } from '../market/listed-markets.ts';
import type { LastWritten } from './timeline.ts';

/** What holds for a bot whatever its strategy. */
export interface EngineSettings {
  /** How many times faster than real time the market runs. */
  readonly timeScale: number;
  /** Its orders only rest, where the exchange can see to that. */
  readonly postOnly: boolean;
}

/** What is stored of a bot, and all that it needs to go on where it was. */
export interface BotMemory {
  readonly id: string;
  /** The bot's own 48-bit number: part of its client order ids. */
  readonly number: number;
  readonly settings: EngineSettings;
  readonly strategy: Strategy;
  readonly phase: BotPhase;
  readonly duringStop: DuringStop;
  /** Null before the first start. */
  readonly ledger: Ledger | null;
  /** All that are not settled, and those that ended lately: a trade may still come in late. */
  readonly orders: readonly BotOrder[];
  /** The sequence of the next order; never goes back. */
  readonly nextSequence: number;
  /**
   * By pair: where a list of trades may begin. It only bounds what a question costs: a trade that shows late, or among
   * earlier ones, is found by its order.
   */
  readonly cursors: Readonly<Record<PairName, string>>;
  /** What is stored is older than what was done: from then on orders and trades of the bot may be missing in it. Null: nothing is. */
  readonly recoverSince?: Date | null;
  /** What its owner is warned of, until it is not so any more; absent: nothing. */
  readonly warnings?: readonly Reason[];
  /** It trades on a virtual account's money, and takes no share of the wallet; absent or null: it does. */
  readonly funds?: Funds | null;
}

/** The virtual account that a bot trades on. Others spend from it as well. */
export interface Funds {
  /** The larger, the newer. */
  readonly version: number;
  /** All that is there, whoever's orders hold it: what the bot reckons with. */
  readonly balances: Balances;
  /** What of it orders hold that are not the bot's: that much it may not spend. */
  readonly heldByOthers: Balances;
}

/** Nothing is sent before `until`. */
export interface Hold {
  readonly until: Date;
  readonly because: Reason;
  /** How many times in a row; each makes the next pause longer. */
  readonly failures: number;
}

/** A check that refuses, and what it was seen to refuse at. */
export interface FailingCheck {
  readonly code: Refusal['code'];
  readonly facts: Facts;
  readonly since: Date;
  /** How often it was looked at, with prices of that time. */
  readonly looks: number;
  readonly lookedAt: Date;
  /** The prices of each look, oldest first: 'BTC/USDT 60000, …'. */
  readonly prices: readonly string[];
}

/** The key was refused at a second look as well, and no call with it has worked since. */
export interface KeyRefusals {
  readonly since: Date;
  readonly times: number;
  readonly lastAt: Date;
}

/** Nothing is placed in a slot before `until`, or before there are other rules than those by which it was refused. */
export interface SlotPause extends Hold {
  /** When the first of the row happened; another reason begins a new row. */
  readonly since: Date;
  /** By which it happened last. */
  readonly rules: RulesByPair;
  /** How often the rules had been renewed in between. */
  readonly renewals: number;
}

/** What makes a refusal one that lasts: it came so often, for so long, and although the rules were asked for anew. */
export interface RefusalPolicy {
  readonly tries: number;
  readonly lastsMs: number;
}

/**
 * How far the bot sees: no connection yet; being connected; the private stream waits for its turn to be opened, among
 * those of the address; it broke; it is (again) live and a snapshot is on its way; everything was seen. Only then the
 * bot quotes.
 */
export type Link = 'none' | 'connecting' | 'waiting' | 'broken' | 'catchingUp' | 'synced';

/** What a bot knows while its process lives. */
export interface BotState extends BotMemory {
  readonly link: Link;
  /** Since when it has been connecting; null while it is not. */
  readonly connectingSince: Date | null;
  /** When the turn of its private stream is expected; told only while that waits. */
  readonly turnAt: Date | null;
  /** The last snapshot: when it was asked for, after how many changes of orders, and whether it is still to come. */
  readonly snapshot: { readonly askedAt: Date; readonly changes: number; readonly isUnderWay: boolean } | null;
  /** When it asked for the wallet in order to go on by it; null: it does not wait for that. */
  readonly walletProbe: Date | null;
  /** It went on by the wallet alone: everything is asked for when there is time. */
  readonly fullSyncDue: boolean;
  /** Since when events may have been missed, and why; null while nothing is missed. */
  readonly away: { readonly since: Date; readonly because: 'processEnded' | 'streamBroke' } | null;
  /** By client order id: since when an order has been further than its trades. */
  readonly behindSince: Readonly<Record<string, Date>>;
  /** Counts the changes of our orders. */
  readonly changes: number;
  readonly hold: Hold | null;
  /** When orders may be cancelled again, after a cancel that could not be sent or was not answered; null: none was. */
  readonly cancelsFrom: Date | null;
  /** Slots in which nothing is placed for a while, because the exchange refused, or cancelled at once what it had accepted. */
  readonly pauses: Readonly<Record<Slot, SlotPause>>;
  /** When the exchange last refused an order because the account had too many; null: it has not. */
  readonly crowdedAt: Date | null;
  /** A check that would stop the bot, if it goes on refusing; null while all pass. */
  readonly failingCheck: FailingCheck | null;
  /** The key was refused, and it is watched whether that lasts; null: it works. */
  readonly keyRefusals: KeyRefusals | null;
  /** The rules under which its orders were last found large enough. */
  readonly passedRules: RulesByPair | null;
  /** What of its orders left the book lately, where its strategy goes by books: one that is a moment old still shows it. */
  readonly leftBook: readonly (OwnInBook & { readonly pair: PairName; readonly at: Date })[];
  /** When an order in a slot was last traded, of those that are remembered. */
  readonly filledAt: Readonly<Record<Slot, Date>>;
  /** Slots whose order the exchange refused rather than let it take from the book: it goes beside the market instead. */
  readonly crossing: ReadonlySet<Slot>;
  /** `tradeKey` of the latest trades, so that one that comes again is known. */
  readonly seenTrades: ReadonlySet<string>;
  /** Trades of orders that are not known, while an order of that pair has no exchange id yet; and some that came before the news of their order. */
  readonly unmatchedFills: readonly Fill[];
  readonly lastWritten: LastWritten;
  /** Since when the wallet has differed from the ledger, by what, and in how many snapshots. */
  readonly walletDiffers: { readonly difference: Difference; readonly times: number; readonly since: Date } | null;
  /** What the wallet shows besides what bots explain: `known` to be somebody else's, and `seen` but not looked into yet. */
  readonly unexplained: { readonly known: Gaps; readonly seen: { readonly gaps: Gaps; readonly changes: number } | null };
  /** What the strategy wanted when it was last asked, and what that followed from. */
  readonly asked: Asked | null;
  /** What the last quote followed from, when everything that is wanted was open. */
  readonly quoted: Seen | null;
  /**
   * Orders that ended and of which this process remembers nothing more: all up to that sequence number that are not among
   * its orders. Those that never arrived are named, since they might after all.
   */
  readonly forgotten: { readonly upTo: number; readonly neverPlaced: ReadonlySet<number> };
  /** Who would not wait for the confirmation of a stop any longer, and when they said so. */
  readonly forced: { readonly by: string; readonly at: Date } | null;
  /** When it is next looked at whether anything was missed; null: at once. */
  readonly checkAt: Date | null;
  readonly warnings: readonly Reason[];
}

/** What a look at the world followed from. */
export interface Seen {
  readonly orders: readonly BotOrder[];
  readonly balances: Balances;
  readonly rules: RulesByPair;
  /** Of the strategy's pairs. */
  readonly prices: SeenPrices;
  readonly at: Date;
}

export interface Asked extends Seen {
  readonly wanted: Wanted;
}

/** The world as a bot sees it when it decides. */
export interface View {
  readonly now: Date;
  /** Current mid prices; a pair whose price is too old is left out. The map is kept current: whoever compares keeps numbers. */
  readonly prices: PricesByPair;
  /** For a strategy that goes by books: what others make of each; its prices are their middles. Else empty. */
  readonly books: ReadonlyMap<PairName, TopOfBook>;
  /** The pairs on which nothing can be placed at present, and why. */
  readonly closed: ReadonlyMap<PairName, MarketClosing>;
  readonly rules: RulesByPair;
  /** Until when the exchange lets nobody call from this address; null when calls may go out. */
  readonly haltedUntil: Date | null;
  /**
   * Null where orders carry our ids. Elsewhere the pairs on which another bot of the account has sent an order that the
   * exchange has not named yet: two such orders on one pair could not be told apart.
   */
  readonly createsInFlight: ReadonlySet<PairName> | null;
  /** How long a strategy that goes by books is left alone between two times, so that its account's orders last; 0: it need not. */
  readonly restMs: number;
  /** How long a look at the wallet, or a snapshot, serves. */
  readonly checkEveryMs: number;
  /** When an order that is refused again and again stops the bot. */
  readonly refusalPolicy: RefusalPolicy;
  /** When a key that is refused again and again does. */
  readonly keyPolicy: RefusalPolicy;
}

/** @returns the state of a bot whose process has just begun: it believes nothing that it has not seen yet */
export function wake(memory: BotMemory): BotState {
  return {
    ...memory,
    orders: memory.orders.map((order) => ({ ...order, state: order.state === 'pending' ? 'unknown' : order.state, cancelAskedAt: null })),
    link: 'none',
    connectingSince: null,
    turnAt: null,
    snapshot: null,
    walletProbe: null,
    fullSyncDue: false,
    away: null,
    behindSince: {},
    forgotten: { upTo: 0, neverPlaced: new Set() },
    changes: 0,
    hold: null,
    cancelsFrom: null,
    pauses: {},
    crowdedAt: null,
    failingCheck: null,
    keyRefusals: null,
    passedRules: null,
    leftBook: [],
    filledAt: lastFills(memory.orders),
    crossing: new Set(),
    seenTrades: new Set(memory.orders.flatMap((order) => order.trades.map((trade) => tradeKey(trade)))),
    unmatchedFills: [],
    lastWritten: new Map(),
    walletDiffers: null,
    unexplained: { known: {}, seen: null },
    asked: null,
    quoted: null,
    forced: null,
    checkAt: null,
    warnings: memory.warnings ?? [],
  };
}

function lastFills(orders: readonly BotOrder[]): Readonly<Record<Slot, Date>> {
  const fills = orders.flatMap((order) => order.trades.map(({ at }) => [slotOf(order), at] as const));
  return Object.fromEntries(fills.sort(([, one], [, other]) => one.getTime() - other.getTime()));
}

/** An account that trades with itself has one trade on two of its orders. */
export const tradeKey = ({ pair, tradeId, exchangeOrderId }: Pick<Fill, 'pair' | 'tradeId' | 'exchangeOrderId'>): string =>
  `${pair} ${tradeId} ${exchangeOrderId}`;
