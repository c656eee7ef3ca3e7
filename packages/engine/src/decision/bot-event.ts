import type { AskedBy, BotFault, BotOrder, OrderNews } from '@tenbin/bots';
import type { ExchangeError, OrderReport } from '@tenbin/exchange';
import type { Fill, PairName, Wallet } from '@tenbin/market';
import type { WalletSeen } from '../account/account-book.ts';
import type { OthersShare } from '../account/shares.ts';
import type { Funds } from './bot-state.ts';

/** An order that somebody asked for: its money is held already. */
export interface AskedOrder extends Pick<BotOrder, 'clientOrderId' | 'sequence' | 'pair' | 'side' | 'price' | 'amount'> {
  /** What is not filled at once ends. */
  readonly isImmediate: boolean;
}

export interface WithheldOrder {
  readonly order: OrderNews;
  /** Why: a code. */
  readonly because: string;
}

/** What the exchange says of one bot at one time. */
export interface Snapshot {
  /** Before the first question was sent: what happened until then is in it. */
  readonly askedAt: Date;
  readonly openOrders: readonly OrderReport[];
  /** Orders that were open here but not there, asked for one by one. */
  readonly otherOrders: readonly OrderReport[];
  /** Of orders that are further than their trades, and since the cursors where the fate of one is not known. */
  readonly fills: readonly Fill[];
  readonly wallet: Wallet;
  /** Pairs of which the exchange says that it has no such market: nothing is told of their orders. */
  readonly unlisted?: readonly PairName[];
  /** What other bots on the same exchange account hold; null while that cannot be told: a trade of theirs is on its way. */
  readonly others: OthersShare | null;
}

/** Everything that can happen to a bot. Errors of the exchange arrive as events, never as exceptions. */
export type BotEvent =
  | { readonly type: 'startAsked'; readonly by: AskedBy }
  /** `fault`: why, where nobody asked for it. `askedAt`: when somebody did, which may be long ago; absent: now. */
  | { readonly type: 'stopAsked'; readonly by: AskedBy; readonly fault?: BotFault | null; readonly askedAt?: Date | null }
  /** Its owner does not wait for the confirmation any longer. */
  | { readonly type: 'stopForced'; readonly by: string }
  | { readonly type: 'rebalanceAsked'; readonly rebalanceId: string; readonly by: AskedBy }
  /** The process began again; the bot goes on with what was stored. */
  | { readonly type: 'resumed' }
  /** The account or the market could not be reached. */
  | { readonly type: 'connectFailed'; readonly error: ExchangeError }
  | { readonly type: 'streamConnected' }
  /** The private stream is not opened before its turn, which is expected then. Calls work. */
  | { readonly type: 'streamWaits'; readonly until: Date }
  | { readonly type: 'streamBroke' }
  | { readonly type: 'snapshotTaken'; readonly snapshot: Snapshot }
  | { readonly type: 'snapshotFailed'; readonly error: ExchangeError }
  | { readonly type: 'walletSeen'; readonly seen: WalletSeen }
  | { readonly type: 'orderReported'; readonly order: OrderReport; readonly afterCancel: boolean }
  | { readonly type: 'fillReported'; readonly fill: Fill }
  /** Those of one order, or of the pair from its cursor on. */
  | {
      readonly type: 'fillsFetched';
      readonly pair: PairName;
      readonly fills: readonly Fill[];
      /** The order whose trades these are, as the exchange shows it: what is missing of them is not waited for any longer. */
      readonly totals?: { readonly clientOrderId: string; readonly order: OrderReport };
    }
  | { readonly type: 'placeFailed'; readonly clientOrderId: string; readonly error: ExchangeError }
  | { readonly type: 'cancelFailed'; readonly clientOrderId: string; readonly error: ExchangeError }
  /** Exchange orders of which each could be this one, where the exchange keeps no ids of ours: none is taken for it. */
  | { readonly type: 'orderAmbiguous'; readonly clientOrderId: string; readonly exchangeOrderIds: readonly string[] }
  /** The exchange was asked long enough: it has no such order, neither open nor in its trades. */
  | { readonly type: 'orderNotThere'; readonly clientOrderId: string }
  /** A fresh connection with the same key was tried. */
  | { readonly type: 'keyChecked'; readonly error: ExchangeError | null }
  /** Its virtual account has changed, by others or by what was stored. */
  | { readonly type: 'fundsSeen'; readonly funds: Funds }
  /** What is asked for by hand: orders to be sent, each once however often it is asked, and such to be cancelled, by client order id. */
  | { readonly type: 'askedByHand'; readonly send: readonly AskedOrder[]; readonly cancel: readonly string[] }
  /** What was decided may not be sent, and nothing of it was stored. It is decided anew. */
  | { readonly type: 'sendWithheld'; readonly orders: readonly WithheldOrder[] }
  /** A price has moved by as much as the strategy asks for. One at a time waits, however many ticks there were. */
  | { readonly type: 'pricesMoved' }
  /** Time passed: look again. */
  | { readonly type: 'ticked' };
