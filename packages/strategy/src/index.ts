export {
  type Activity,
  addActivity,
  flowActivity,
  noActivity,
  roundingActivity,
  type Transfer,
  tradeActivity,
} from './activity.ts';
export { type AnnualRateQuery, annualRate, isProvisionalRate } from './annual-rate.ts';
export { applyFill } from './apply-fill.ts';
export { balancedPrice } from './balancing/balanced-price.ts';
export { Balancing, type BalancingSettings } from './balancing/balancing.ts';
export { type BreakEven, breakEven, feeToReckonWith, type WidthWarning, widthWarningOf, widthWarnings } from './balancing/break-even.ts';
export { balanceTolerance, checkBalanced, checkPositive, toleranceOf } from './balancing/check-balances.ts';
export { type BotCheck, checkAtPrices, checkHoldings, checkRun, checkSetup, checkStart, checkWidth } from './balancing/check-bot.ts';
export { checkCurrencies, checkPairsAvailable, currenciesOfBot } from './balancing/check-currencies.ts';
export { checkUsdValue, checkUsdValueKept, minimumOrderUsd, type UsdValueQuery } from './balancing/check-usd-value.ts';
export { fillEarning, fillGrowth } from './balancing/fill-growth.ts';
export { type MinimumWidth, minimumWidth, type WidthQuery } from './balancing/minimum-width.ts';
export {
  buyAmount,
  buyPrice,
  evenPrice,
  orderAmount,
  orderPrice,
  sellAmount,
  sellPrice,
} from './balancing/order-kernel.ts';
export { deltaOfWidth, isOrderWidth, requireDelta, requireWidth, widestWidth, widthOfDelta } from './balancing/order-width.ts';
export { planRebalance, type RebalanceQuery, rebalanceOrder } from './balancing/rebalance-plan.ts';
export { exactRewardPerTrade, rewardPerTrade, widthForReward } from './balancing/reward-per-trade.ts';
export { type SuggestedBalance, suggestedBalance } from './balancing/suggested-balance.ts';
export { takeOffUneven, unevenAtStart, unevenness, unevennessOf } from './balancing/unevenness.ts';
export { type BalancedOrder, type OrderPlan, wantedOrders } from './balancing/wanted-orders.ts';
export { type WidthRange, widthMargin, widthRange } from './balancing/width-range.ts';
export { checkExchangeMinimum } from './check-exchange-minimum.ts';
export { allowedPrices, checkPriceRange } from './check-price-range.ts';
export {
  type CheckCode,
  type CheckFacts,
  type CheckResult,
  checkCodes,
  firstRefusal,
  passed,
  type Refusal,
  refuse,
  requirePassed,
} from './check-result.ts';
export { type DailyPerformance, type DayOfBot, dailyPerformance } from './daily-performance.ts';
export { type EarningFill, type FillMoment, feeWorth } from './fill-moment.ts';
export { basisPointChanged, bpsOfGrowth, growth, growthOfAmounts, growthOfBps } from './growth.ts';
export { isMatch } from './is-match.ts';
export { MarketMaking } from './market-making/market-making.ts';
export {
  type MoneySplit,
  openSplit,
  type ProfitSplit,
  type SplitBook,
  splitOfMoney,
  totalOfSplit,
  withFill,
  withMid,
} from './market-making/profit-split.ts';
export { quietReasons, quietSides } from './market-making/quiet-sides.ts';
export {
  boundsOf,
  type CalculateOrderSettings,
  isWithin,
  type MarketMakingSettings,
  type QuoteLimits,
  requireMarketMaking,
  type SpreadSettings,
} from './market-making/quote-terms.ts';
export {
  type CurrencyResult,
  type MoneyResult,
  type Performance,
  type PerformanceStart,
  performanceOf,
  type TotalPerformance,
} from './performance.ts';
export type { DayEntry, PerformanceBook } from './performance-book.ts';
export { atPriceLine, buyLine, buyWorseBy, isPastPrice, isTooMuchWorse, priceTolerance, sellLine, sellWorseBy } from './price-line.ts';
export { pricePairsOf } from './price-pairs.ts';
export { askedAfterFill, hasMoved, hasReasonToAsk, haveMoved, pricesSeen, type SeenPrices } from './reason-to-ask.ts';
export type { RebalanceOrder, RebalancePlan, RebalanceResult } from './rebalance-result.ts';
export { type RulesByPair, requireRules } from './rules-by-pair.ts';
export { type Slot, slotOf } from './slot.ts';
export { addStatements, type KeptDays, type Statement, type StatementLine, statementOf, withLook } from './statement.ts';
export {
  type Earning,
  exact,
  type Holdings,
  type LeftOut,
  type OpenOrder,
  type PricedHoldings,
  type Quoting,
  type Rebalancing,
  type Situation,
  type Strategy,
  type StrategyTerms,
  type Tolerance,
  type UnevenBefore,
  type Wanted,
  type WantedOrder,
} from './strategy.ts';
export type { StrategyFacts } from './strategy-error.ts';
export { marketMakerKinds, strategyKinds } from './strategy-kind.ts';
export {
  deltaOf,
  isByHand,
  orderCountOf,
  requireStrategy,
  rewardOf,
  type StrategyOf,
  type StrategySettings,
  strategyOf,
} from './strategy-settings.ts';
export { type OwnInBook, type TopOfBook, topWithout } from './top-of-book.ts';
export { serviceFeesOf, turnoverOf } from './turnover.ts';
export { type PricesByPair, type UsdPrices, usdLikeCurrencies, usdPrices } from './usd-prices.ts';
export { requireUsdPrice, totalWorth, usdVolume } from './worth.ts';
