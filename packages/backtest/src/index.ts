export type { Assumption } from './assumptions.ts';
export type { BacktestPlan, CheckedPlan, FillMode } from './backtest-plan.ts';
export { type CandleMarket, type CandleMarketOptions, candleMarket, marketLimits } from './candle-market.ts';
export type { BacktestStop, Figures } from './figures.ts';
export { parseCandles } from './parse-candles.ts';
export { type Backtest, runBacktest, runSummary } from './run-backtest.ts';
