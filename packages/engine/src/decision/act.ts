import type { BotOrder, NamedOrder } from '@tenbin/bots';
import type { ExchangeErrorReason } from '@tenbin/exchange';

/** What is done outside once a decision is stored. Every one leads to an event, sooner or later. */
export type Act =
  | { readonly type: 'connect' }
  | { readonly type: 'disconnect' }
  | { readonly type: 'place'; readonly order: BotOrder }
  | { readonly type: 'cancel'; readonly order: NamedOrder }
  /** Find out what became of an order. */
  | { readonly type: 'search'; readonly order: BotOrder; readonly afterCancel: boolean }
  | { readonly type: 'takeSnapshot' }
  /** Asks for the wallet only, once for all bots of the account. */
  | { readonly type: 'checkWallet'; readonly askedAt: Date }
  /** Asks for the trades of an order that is further than those that are booked. `asksTotals`: and for the order itself. */
  | { readonly type: 'fetchFills'; readonly order: BotOrder; readonly asksTotals: boolean }
  | { readonly type: 'checkKey'; readonly because: ExchangeErrorReason }
  /** Look again at that time. */
  | { readonly type: 'tickAt'; readonly at: Date }
  /** Ask the strategy anew at that time, and not at the one that was named before. */
  | { readonly type: 'askAt'; readonly at: Date };
