/**
 * How a bot makes its wallet even: the plan is made once from the wallet and the prices, and its steps are carried out one
 * after the other. What holds always:
 *
 * 1. A step's order is written down with the step before it is sent; a step has at most one order at a time, and another
 *    one only after the exchange definitely does not have the one before.
 * 2. The balances follow its trades; it makes no contract record, and nothing of it counts as profit.
 * 3. It spends no more than the bot's share of the wallet: what other bots on the account hold is left alone.
 * 4. Prices are at most 5 % worse than the current ones at the moment of sending; what does not fill at once is cancelled,
 *    and the rest is planned anew, a few times at most.
 */
import { endRebalance, type RebalanceStep, requestRebalance, stepOf } from '@tenbin/bots';
import { type Balances, type Currency, currenciesOf, type PairName, parsePair } from '@tenbin/market';
import { checkBalanced, planRebalance, type RulesByPair, rebalanceOrder, type UsdPrices, usdPrices } from '@tenbin/strategy';
import { type BotOrder, hasEnded, slotOf } from './bot-order.ts';
import type { BotSettings, BotState } from './bot-state.ts';
import { hasObstacle, quoting } from './quote.ts';
import { cancelOrder, placeOrder } from './send.ts';
import { isPaused } from './slot-pause.ts';
import { leave, logRebalance } from './stop.ts';
import type { Turn } from './turn.ts';

/** How long an order may rest before it is cancelled: it was to fill at once. */
const longestRestMs = 10_000;
const mostTries = 3;
const mostRounds = 4;
const othersPauseMs = 500;

type Rebalancing = Extract<BotState['phase'], { kind: 'rebalancing' }>;

/** The pairs over which a bot's currencies are exchanged for one another. */
export function pairsToRebalance({ pairs, omitPairs = [] }: Pick<BotSettings, 'pairs' | 'omitPairs'>, rules: RulesByPair): PairName[] {
  const currencies = currenciesOf(pairs);
  return [...rules.keys()].filter((name) => {
    const { base, counter } = parsePair(name);
    return currencies.includes(base) && currencies.includes(counter) && !omitPairs.includes(name);
  });
}

/** @returns whether the bot was stopped, so that it begins now */
export function beginRebalance(turn: Turn, { rebalanceId, by }: { readonly rebalanceId: string; readonly by: string }): boolean {
  const { phase } = turn.state;
  if (phase.kind !== 'stopped') return false;
  turn.note('rebalanceRequested', { by });
  turn.setPhase(requestRebalance(phase, { rebalanceId, by, at: turn.view.now }));
  logRebalance(turn, { id: rebalanceId, status: 'running' });
  return true;
}

/** Plans how to make what the bot has just taken over even. */
export function planSteps(turn: Turn): void {
  const { phase, settings } = turn.state;
  if (phase.kind !== 'rebalancing' || phase.steps !== null) return;
  const { balances } = turn.ledger;
  const { prices } = turn.view;
  const rules = new Map(
    pairsToRebalance(settings, turn.view.rules).flatMap((pair) => {
      const found = turn.view.rules.get(pair);
      return found ? [[pair, found] as const] : [];
    }),
  );
  const result = planRebalance({ balances, rules, prices, usd: usdPrices({ prices }), tolerance: settings.balanceTolerance });
  if (!result.ok) {
    fail(turn, phase, result);
    return;
  }
  const { orders, rebalancedBalances } = result.plan;
  turn.setPhase({ ...phase, steps: orders.map(stepOf) });
  logRebalance(turn, { id: phase.rebalanceId, status: 'running', orders, balancesBefore: balances });
  turn.note('rebalancePlanned', { orders: orders.length, balances, rebalancedBalances });
}

/** Goes on with the plan as far as it can at present. */
export function rebalance(turn: Turn): void {
  const { phase } = turn.state;
  if (phase.kind !== 'rebalancing' || phase.steps === null || hasObstacle(turn)) return;
  for (const [index, step] of phase.steps.entries()) {
    if (step.isDone) continue;
    const next = advance(turn, step, phase.rebalanceId);
    if (next === step) return;
    setStep(turn, index, next);
    if (!next.isDone) return;
  }
  if (turn.state.phase.kind === 'rebalancing') conclude(turn, turn.state.phase);
}

function setStep(turn: Turn, index: number, step: RebalanceStep): void {
  const { phase } = turn.state;
  if (phase.kind !== 'rebalancing' || phase.steps === null) return;
  turn.setPhase({ ...phase, steps: phase.steps.map((one, place) => (place === index ? step : one)) });
}

/** @returns the step as it was while there is something to wait for */
function advance(turn: Turn, step: RebalanceStep, rebalanceId: string): RebalanceStep {
  const order = turn.state.orders.find((one) => one.clientOrderId === step.clientOrderId);
  if (order && !hasEnded(order)) {
    endRest(turn, order);
    return step;
  }
  const isOver = order && order.state !== 'rejected' && order.state !== 'neverPlaced';
  if (isOver || step.tries >= mostTries) return { ...step, isDone: true };
  return isPaused(turn, step) ? step : send(turn, step, rebalanceId);
}

function send(turn: Turn, step: RebalanceStep, rebalanceId: string): RebalanceStep {
  const { view, ledger } = turn;
  const [rules, current] = [view.rules.get(step.pair), view.prices.get(step.pair)];
  if (!rules || current === undefined) {
    turn.note('exchangeUnreachable', { reason: 'noPrices' }, { about: quoting });
    return step;
  }
  if (view.createsInFlight?.has(step.pair)) {
    turn.act({ type: 'lookAt', at: new Date(view.now.getTime() + othersPauseMs) });
    return step;
  }
  const terms = rebalanceOrder(step, { balances: ledger.balances, rules, current });
  if (!terms) return { ...step, isDone: true };
  const { clientOrderId, sentAt } = placeOrder(turn, { ...terms, rebalanceId });
  turn.forgetNote(quoting);
  turn.act({ type: 'lookAt', at: new Date(sentAt.getTime() + longestRestMs) });
  return { ...step, clientOrderId, tries: step.tries + 1 };
}

/** What found nobody to trade with is not left in the book. */
function endRest(turn: Turn, order: BotOrder): void {
  const isDue = turn.view.now.getTime() - order.sentAt.getTime() >= longestRestMs;
  if (isDue && order.state === 'open' && order.cancelAskedAt === null) cancelOrder(turn, order);
}

/** Every step has been carried out as far as it went: even now, or once more, or not to be made even. */
function conclude(turn: Turn, phase: Rebalancing): void {
  const { settings, ledger, orders } = turn.state;
  const { prices } = turn.view;
  const isPriced = settings.pairs.every((pair) => prices.has(pair));
  if (!isPriced || !ledger) {
    turn.note('exchangeUnreachable', { reason: 'noPrices' }, { about: quoting });
    return;
  }
  const sent = (phase.steps ?? []).map((step) => orders.find((order) => order.clientOrderId === step.clientOrderId));
  const isWhole = sent.every((order) => order === undefined || order.state === 'filled');
  if (!isWhole && phase.round + 1 < mostRounds) {
    turn.setPhase({ ...phase, round: phase.round + 1, steps: null });
    turn.takeSnapshot();
    return;
  }
  if (isEven(settings, ledger.balances, usdPrices({ prices }))) complete(turn, phase, ledger.balances);
  else fail(turn, phase, { code: refusalOf(turn, sent) ?? 'rebalanceIncomplete', facts: {} });
}

function isEven({ pairs, balanceTolerance: tolerance }: BotSettings, balances: Balances, usd: UsdPrices): boolean {
  const currencies: readonly Currency[] = currenciesOf(pairs);
  return checkBalanced({ balances, currencies, usd }, { tolerance }).ok;
}

/** Why the exchange refused one of the orders. */
function refusalOf({ state }: Turn, sent: readonly (BotOrder | undefined)[]): string | undefined {
  return sent.map((order) => order && state.pauses[slotOf(order)]?.because.code).find((code) => code !== undefined);
}

function complete(turn: Turn, phase: Rebalancing, balances: Balances): void {
  turn.note('rebalanced', { balances });
  logRebalance(turn, { id: phase.rebalanceId, status: 'completed', balancesAfter: balances });
  leave(turn);
  turn.setPhase(endRebalance(phase));
}

function fail(
  turn: Turn,
  phase: Rebalancing,
  { code, facts }: { readonly code: string; readonly facts: Readonly<Record<string, unknown>> },
): void {
  turn.note('rebalanceFailed', { code, facts });
  turn.fault({ code: 'rebalanceFailed', facts: { ...(facts as Record<string, string>), check: code } });
  logRebalance(turn, { id: phase.rebalanceId, status: 'failed', reason: code, facts: facts as Record<string, string> });
  leave(turn);
  turn.setPhase(endRebalance(phase));
}
