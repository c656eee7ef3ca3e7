import type { BotState as BotPhase } from '@tenbin/bots';
import type { Balances, Fill, PairName } from '@tenbin/market';
import type { PricesByPair, RulesByPair } from '@tenbin/strategy';
import type { Reason } from './bot-effect.ts';
import type { BotOrder, Slot } from './bot-order.ts';
import type { Doubt } from './doubt.ts';
import type { KeyDoubt } from './doubt-key.ts';
import type { Difference, Ledger } from './ledger.ts';
import type { MarketClosing } from './listed-markets.ts';
import type { Gaps } from './position.ts';
import type { RefusalPatience, SlotPause } from './slot-pause.ts';
import type { LastWritten } from './timeline.ts';

export interface BotSettings {
  readonly pairs: readonly PairName[];
  /** Fraction of a balance that one order moves. */
  readonly delta: number;
  /** Pairs that its organization does not offer: a rebalance passes them over. */
  readonly omitPairs?: readonly PairName[];
  /** How far from even a balance may be at a start, as a fraction of the even part. */
  readonly balanceTolerance: number;
  /** How many times faster than real time the market runs. */
  readonly timeScale: number;
  /** Its orders only rest, where the exchange can see to that. */
  readonly postOnly: boolean;
}

/** What happened to orders between asking for a stop and its end, by client order id. */
export interface DuringStop {
  readonly cancelled: readonly string[];
  /** Wholly or in part. */
  readonly filled: readonly string[];
}

/** What is stored of a bot, and all that it needs to go on where it was. */
export interface BotMemory {
  readonly id: string;
  /** The bot's own 48-bit number: part of its client order ids. */
  readonly number: number;
  readonly settings: BotSettings;
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
}

/** Nothing is sent before `until`. */
export interface Hold {
  readonly until: Date;
  readonly because: Reason;
  /** How many times in a row; each makes the next pause longer. */
  readonly failures: number;
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
  readonly glance: Date | null;
  /** It went on by the wallet alone: everything is asked for when there is time. */
  readonly owesSnapshot: boolean;
  /** Since when events may have been missed, and why; null while nothing is missed. */
  readonly away: { readonly since: Date; readonly because: 'processEnded' | 'streamBroke' } | null;
  /** By client order id: since when an order has been further than its trades. */
  readonly behindSince: Readonly<Record<string, Date>>;
  /** Counts the changes of our orders. */
  readonly changes: number;
  readonly hold: Hold | null;
  /** Slots in which nothing is placed for a while, because the exchange refused, or cancelled at once what it had accepted. */
  readonly pauses: Readonly<Record<Slot, SlotPause>>;
  /** A check that would stop the bot, if it goes on refusing; null while all pass. */
  readonly doubt: Doubt | null;
  /** The key was refused, and it is watched whether that lasts; null: it works. */
  readonly keyDoubt: KeyDoubt | null;
  /** The rules under which its orders were last found large enough. */
  readonly passedRules: RulesByPair | null;
  /** Slots whose order the exchange refused rather than let it take from the book: it goes beside the market instead. */
  readonly crossing: ReadonlySet<Slot>;
  /** `tradeKey` of the latest trades, so that one that comes again is known. */
  readonly seenTrades: ReadonlySet<string>;
  /** Trades of orders that are not known, while an order of that pair has no exchange id yet; and some that came before the news of their order. */
  readonly strayFills: readonly Fill[];
  readonly lastWritten: LastWritten;
  /** Since when the wallet has differed from the ledger, by what, and in how many snapshots. */
  readonly walletDiffers: { readonly difference: Difference; readonly times: number; readonly since: Date } | null;
  /** What the wallet shows besides what bots explain: `known` to be somebody else's, and `seen` but not looked into yet. */
  readonly unexplained: { readonly known: Gaps; readonly seen: { readonly gaps: Gaps; readonly changes: number } | null };
  /** What the last quote followed from, when everything that is wanted was open. */
  readonly quoted: {
    readonly orders: readonly BotOrder[];
    readonly balances: Balances | undefined;
    readonly rules: RulesByPair;
    readonly prices: PricesByPair;
    readonly at: Date;
  } | null;
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

/** The world as a bot sees it when it decides. */
export interface View {
  readonly now: Date;
  /**
   * Current mid prices; a pair whose price is too old is left out. The same map as long as nothing in it has moved by more
   * than half a percent: see `PriceAges`.
   */
  readonly prices: PricesByPair;
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
  /** How long a look at the wallet, or a snapshot, serves. */
  readonly checkEveryMs: number;
  /** When an order that is refused again and again stops the bot. */
  readonly refusalPatience: RefusalPatience;
  /** When a key that is refused again and again does. */
  readonly keyPatience: RefusalPatience;
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
    glance: null,
    owesSnapshot: false,
    away: null,
    behindSince: {},
    forgotten: { upTo: 0, neverPlaced: new Set() },
    changes: 0,
    hold: null,
    pauses: {},
    doubt: null,
    keyDoubt: null,
    passedRules: null,
    crossing: new Set(),
    seenTrades: new Set(memory.orders.flatMap((order) => order.trades.map((trade) => tradeKey(trade)))),
    strayFills: [],
    lastWritten: new Map(),
    walletDiffers: null,
    unexplained: { known: {}, seen: null },
    quoted: null,
    forced: null,
    checkAt: null,
    warnings: [],
  };
}

/** An account that trades with itself has one trade on two of its orders. */
export const tradeKey = ({ pair, tradeId, exchangeOrderId }: Pick<Fill, 'pair' | 'tradeId' | 'exchangeOrderId'>): string =>
  `${pair} ${tradeId} ${exchangeOrderId}`;
