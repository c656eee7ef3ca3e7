import { StrategyError } from '../strategy-error.ts';
import { requireWidth, widestWidth } from './order-width.ts';

/**
 * What one fill earns without fees, as the user sees it beside the width: `w² / (4 · n · 100)`.
 * The minimum width gives the minimum reward by the same formula.
 *
 * @param width - order width in percent, 0 < width ≤ 99.9
 * @param currencies - how many currencies the bot balances, at least 2
 * @returns percent, rounded to 4 decimals
 * @throws {DomainError} `orderWidthOutOfRange`, `tooFewCurrencies`
 *
 * Source: docs/concepts/balancing.md, "Profit".
 */
export const rewardPerTrade = (width: number, currencies: number): number => round4(exactRewardPerTrade(width, currencies));

/** The same to the last digit: four decimals of a percent are two of a basis point, and narrow widths earn less than one of those. */
export function exactRewardPerTrade(width: number, currencies: number): number {
  requireWidth(width);
  requireCurrencies(currencies);
  return width ** 2 / (4 * currencies * 100);
}

/**
 * The way back: the width that earns a wanted reward, `20 · √(n · r)`. For more than the widest width earns it comes out
 * wider than is allowed; whoever offers it checks it with `isOrderWidth`.
 *
 * @param reward - percent per trade, above 0
 * @param currencies - how many currencies the bot balances, at least 2
 * @returns percent, rounded to 4 decimals
 * @throws {DomainError} `rewardNotPositive`, `tooFewCurrencies`
 */
export function widthForReward(reward: number, currencies: number): number {
  if (!(reward > 0 && Number.isFinite(reward))) throw new StrategyError('rewardNotPositive', { reward: String(reward) });
  requireCurrencies(currencies);
  const width = round4(20 * Math.sqrt(currencies * reward));
  // The reward of the widest width, rounded up, must lead back to that width and not just past it.
  return reward <= rewardPerTrade(widestWidth, currencies) ? Math.min(width, widestWidth) : width;
}

function requireCurrencies(currencies: number): void {
  if (!(Number.isInteger(currencies) && currencies >= 2)) throw new StrategyError('tooFewCurrencies', { currencies: String(currencies) });
}

const round4 = (value: number): number => Math.round(value * 10_000 + 1e-8) / 10_000;
