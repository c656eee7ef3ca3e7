export {
  type Activity,
  addActivity,
  addBalances,
  flowActivity,
  noActivity,
  roundingActivity,
  type Transfer,
  tradeActivity,
} from './activity.ts';
export { type AnnualRateQuery, annualRate, isProvisionalRate } from './annual-rate.ts';
export { applyFill } from './apply-fill.ts';
export { atPriceLine } from './at-price-line.ts';
export { balancedPrice } from './balanced-price.ts';
export { type BreakEven, breakEven, feeToReckonWith } from './break-even.ts';
export { balanceTolerance, checkBalanced, checkPositive } from './check-balances.ts';
export { type BotCheck, checkAtPrices, checkHoldings, checkRun, checkSetup, checkStart, checkWidth } from './check-bot.ts';
export { checkCurrencies, checkPairsAvailable, currenciesOfBot } from './check-currencies.ts';
export { checkExchangeMinimum } from './check-exchange-minimum.ts';
export { allowedPrices, checkPriceRange } from './check-price-range.ts';
export { type CheckCode, type CheckResult, firstRefusal, passed, type Refusal, refuse, requirePassed } from './check-result.ts';
export { checkUsdValue, checkUsdValueKept, minimumOrderUsd, type UsdValueQuery } from './check-usd-value.ts';
export { type DailyPerformance, type DayOfBot, dailyPerformance } from './daily-performance.ts';
export { type EarningFill, type FillMoment, feeWorth, fillEarning, fillGrowth } from './fill-growth.ts';
export { basisPointChanged, bpsOfGrowth, growth, growthOfAmounts, growthOfBps } from './growth.ts';
export { type MinimumWidth, minimumWidth, type WidthQuery } from './minimum-width.ts';
export {
  buyAmount,
  buyLine,
  buyPrice,
  buyWorseBy,
  evenPrice,
  isTooMuchWorse,
  orderAmount,
  orderPrice,
  priceTolerance,
  sellAmount,
  sellLine,
  sellPrice,
  sellWorseBy,
} from './order-kernel.ts';
export { deltaOfWidth, isOrderWidth, requireDelta, requireWidth, widestWidth, widthOfDelta } from './order-width.ts';
export {
  type CurrencyResult,
  type MoneyResult,
  type Performance,
  type PerformanceStart,
  performanceOf,
  type TotalPerformance,
} from './performance.ts';
export type { DayEntry, PerformanceBook } from './performance-book.ts';
export { pricePairsOf } from './price-pairs.ts';
export {
  planRebalance,
  type RebalanceOrder,
  type RebalancePlan,
  type RebalanceQuery,
  type RebalanceResult,
  rebalanceOrder,
} from './rebalance-plan.ts';
export { rewardPerTrade, widthForReward } from './reward-per-trade.ts';
export { type SuggestedBalance, suggestedBalance } from './suggested-balance.ts';
export { serviceFeesOf, turnoverOf } from './turnover.ts';
export { takeOffUneven, unevenAtStart, unevenness, unevennessOf } from './unevenness.ts';
export { type PricesByPair, type UsdPrices, usdLikeCurrencies, usdPrices } from './usd-prices.ts';
export { type OrderPlan, type RulesByPair, requireRules, type WantedOrder, wantedOrders } from './wanted-orders.ts';
export { type WidthRange, widthMargin, widthRange } from './width-range.ts';
export { requireUsdPrice, totalWorth, usdVolume } from './worth.ts';
