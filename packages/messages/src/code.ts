import type { AccountFacts } from '@tenbin/accounts';
import type { BacktestFacts } from '@tenbin/backtest';
import type { BillingFacts, CampaignCodeFault } from '@tenbin/billing';
import type { BotErrorFacts, BotsFacts, OwnReason } from '@tenbin/bots';
import type { ExchangeErrorReason, RightsFault } from '@tenbin/exchange';
import type { MarketFacts } from '@tenbin/market';
import type { CheckFacts, StrategyFacts } from '@tenbin/strategy';
import type { CallFacts } from './call-facts.ts';

type Without<Given, Codes extends string> = { [Code in Exclude<Codes, keyof Given>]: null };
type OfBilling = Pick<
  BillingFacts,
  | CampaignCodeFault
  | 'userPlanNotOffered'
  | 'noSubscription'
  | 'alreadySubscribed'
  | 'alreadyOnPlan'
  | 'planNotCharged'
  | 'planToCancel'
  | 'planEndsTooSoon'
  | 'paymentOutstanding'
  | 'dearerPriceUnpaid'
  | 'endNotAhead'
>;
type OfBots = BotsFacts & Omit<BotErrorFacts, keyof BotsFacts>;
type OfExchanges = Without<CheckFacts & BotErrorFacts, ExchangeErrorReason> & Without<BotErrorFacts, RightsFault>;

/** Whatever the product's rules, its bots, its exchanges and its calls refuse. */
interface AllFacts extends MarketFacts, StrategyFacts, BacktestFacts, AccountFacts, OfBilling, OfBots, OfExchanges, CallFacts {
  /** Said beside another code: of a stopped bot whose exchange could not be asked. */
  ordersMayBeOpen: null;
}
type Reasons = { [Reason in OwnReason]: null };

/** What comes of a mistake of ours, or is for whoever types a command: whoever meets it in a call is told `internal`. */
type Untold =
  | 'bookLineInvalid'
  | 'candleColumnMissing'
  | 'candleRowInvalid'
  | 'candlesCompressed'
  | 'clientOrderIdOutOfRange'
  | 'currencyNotHeld'
  | 'intervalsDiffer'
  | 'noBalances'
  | 'notADecimal'
  | 'notFinite'
  | 'notPositive'
  | 'tooFewCandles'
  | 'tooFewCurrencies';

/** By code: the facts that whoever uses it must give; null: none. */
export type FactsByCode = Omit<AllFacts, Untold> & Reasons;

/** Every code that a person is told: by a call, a screen, a mail or a bot's timeline. */
export type Code = keyof FactsByCode;
