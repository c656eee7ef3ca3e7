import { parseNumber } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import type { PlanValues } from './plan-form.tsx';

const isNumber = (typed: string): boolean => parseNumber(typed) !== null;

/** What the contract says of numbers, in words for who typed a text. */
export function usePlanProblems() {
  const text = useText('plans');
  return ({ name, monthlyPrice, initialInstallationCost, tradingLimit }: PlanValues) => ({
    name: name.trim() === '' && text('nameRequired'),
    monthlyPrice: !isNumber(monthlyPrice) && text('numberRequired'),
    initialInstallationCost: !isNumber(initialInstallationCost) && text('numberRequired'),
    tradingLimit: tradingLimit.trim() !== '' && !isNumber(tradingLimit) && text('numberRequired'),
  });
}
