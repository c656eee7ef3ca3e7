import { hasShare } from '@tenbin/bots';
import { type Balances, parsePair, subtract } from '@tenbin/market';
import type { BotEvent } from '../decision/bot-event.ts';
import type { BotState, Funds } from '../decision/bot-state.ts';
import type { DecisionBuilder } from '../decision/decision-builder.ts';
import { unevenSince } from './take-share.ts';

/** What of a virtual account a bot reckons with: of its strategy's currencies; by hand, of all. */
export function balancesOf({ strategy, orders }: Pick<BotState, 'strategy' | 'orders'>, { balances }: Pick<Funds, 'balances'>): Balances {
  const traded = orders.flatMap(({ pair }) => {
    const { base, counter } = parsePair(pair);
    return [base, counter];
  });
  const currencies = strategy.currencies.length > 0 ? strategy.currencies : [...new Set([...Object.keys(balances), ...traded])];
  return Object.fromEntries(currencies.map((currency) => [currency, balances[currency] ?? '0']));
}

/** What a bot's orders may spend in all: what others hold on its virtual account is not theirs. */
export function spendableOf({ ledger, funds }: Pick<BotState, 'ledger' | 'funds'>): Balances {
  const held = funds?.heldByOthers ?? {};
  const all = Object.entries(ledger?.balances ?? {});
  return Object.fromEntries(all.map(([currency, amount]) => [currency, subtract(amount, held[currency] ?? '0')]));
}

/** What is stored counts: it has what others did besides. Older news changes nothing. */
export const withFunds = (state: BotState, funds: Funds | null): BotState =>
  funds === null || !state.funds || funds.version <= state.funds.version ? state : { ...state, funds };

/**
 * Brings the ledger to the virtual account, before anything else of the turn: until then all that the bot did is stored
 * there. What differs is money that others moved or traded, and no profit: what making it even brings is none either. Where
 * that cannot be told, for want of prices, it waits; nothing new is placed until then.
 */
export function takeFunds(turn: DecisionBuilder, events: readonly BotEvent[]): void {
  for (const event of events) if (event.type === 'fundsSeen') turn.change(withFunds(turn.state, event.funds));
  const { funds, ledger, phase, strategy } = turn.state;
  if (!funds || ledger === null || !hasShare(phase)) return;
  const balances = balancesOf(turn.state, funds);
  if (isSame(balances, ledger.balances)) return;
  const { prices, closed } = turn.view;
  if (!strategy.pairs.every((pair) => prices.has(pair) || closed.has(pair))) return;
  turn.setLedger({ ...ledger, balances, ...unevenSince(turn, ledger, balances) });
}

function isSame(some: Balances, others: Balances): boolean {
  const currencies = Object.keys(some);
  return currencies.length === Object.keys(others).length && currencies.every((currency) => some[currency] === others[currency]);
}
