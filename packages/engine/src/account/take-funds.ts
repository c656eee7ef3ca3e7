import { hasShare } from '@tenbin/bots';
import { type Balances, parsePair } from '@tenbin/market';
import type { BotState, Funds } from '../decision/bot-state.ts';
import type { DecisionBuilder } from '../decision/decision-builder.ts';

/** What of a virtual account a bot reckons with: of its strategy's currencies; by hand, of all. */
export function balancesOf({ strategy, orders }: Pick<BotState, 'strategy' | 'orders'>, { balances }: Pick<Funds, 'balances'>): Balances {
  const traded = orders.flatMap(({ pair }) => {
    const { base, counter } = parsePair(pair);
    return [base, counter];
  });
  const currencies = strategy.currencies.length > 0 ? strategy.currencies : [...new Set([...Object.keys(balances), ...traded])];
  return Object.fromEntries(currencies.map((currency) => [currency, balances[currency] ?? '0']));
}

/** A virtual account was changed by somebody else. */
export function takeFunds(turn: DecisionBuilder, funds: Funds): void {
  turn.change(withFunds(turn.state, funds));
}

/** What is stored counts: it has what others did besides. Older news changes nothing, nor what is so already. */
export function withFunds(state: BotState, funds: Funds | null): BotState {
  if (funds === null || !state.funds || funds.version <= state.funds.version) return state;
  const { ledger } = state;
  if (ledger === null || !hasShare(state.phase)) return { ...state, funds };
  const balances = balancesOf(state, funds);
  return isSame(balances, ledger.balances) ? { ...state, funds } : { ...state, funds, ledger: { ...ledger, balances } };
}

function isSame(some: Balances, others: Balances): boolean {
  const currencies = Object.keys(some);
  return currencies.length === Object.keys(others).length && currencies.every((currency) => some[currency] === others[currency]);
}
