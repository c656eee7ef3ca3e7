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
import { type BotOrder, endRebalance, hasEnded, type Reason, type RebalanceStep, requestRebalance, slotOf, stepOf } from '@tenbin/bots';
import type { Balances } from '@tenbin/market';
import { usdPrices } from '@tenbin/strategy';
import { spendableOf } from '../account/take-funds.ts';
import { cancelOrder, placeOrder } from '../orders/place-and-cancel.ts';
import { isPaused } from '../orders/slot-pause.ts';
import type { BotState } from './bot-state.ts';
import type { DecisionBuilder } from './decision-builder.ts';
import { hasObstacle, quoting } from './quote.ts';
import { leave, logRebalance } from './stop.ts';

/** How long an order may rest before it is cancelled: it was to fill at once. */
const maxRestMs = 10_000;
const maxTries = 3;
const maxRounds = 4;
const othersPauseMs = 500;

type Rebalancing = Extract<BotState['phase'], { kind: 'rebalancing' }>;

/** @returns whether the bot was stopped, so that it begins now */
export function beginRebalance(turn: DecisionBuilder, { rebalanceId, by }: { readonly rebalanceId: string; readonly by: string }): boolean {
  const { phase } = turn.state;
  if (phase.kind !== 'stopped') return false;
  turn.note('rebalanceRequested', { by });
  turn.setPhase(requestRebalance(phase, { rebalanceId, by, at: turn.view.now }));
  logRebalance(turn, { id: rebalanceId, status: 'running' });
  return true;
}

/** Plans how to make what the bot has just taken over even. */
export function planSteps(turn: DecisionBuilder): void {
  const { phase, strategy } = turn.state;
  if (phase.kind !== 'rebalancing' || phase.steps !== null) return;
  const { rebalancing } = strategy;
  if (rebalancing === null) {
    complete(turn, phase, turn.ledger.balances);
    return;
  }
  const { balances } = turn.ledger;
  const { prices } = turn.view;
  const rules = new Map(
    rebalancing.pairsAmong(turn.view.rules.keys()).flatMap((pair) => {
      const found = turn.view.rules.get(pair);
      return found ? [[pair, found] as const] : [];
    }),
  );
  const result = rebalancing.plan({ balances, rules, prices, usd: usdPrices({ prices }) });
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
export function rebalance(turn: DecisionBuilder): void {
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

function setStep(turn: DecisionBuilder, index: number, step: RebalanceStep): void {
  const { phase } = turn.state;
  if (phase.kind !== 'rebalancing' || phase.steps === null) return;
  turn.setPhase({ ...phase, steps: phase.steps.map((one, place) => (place === index ? step : one)) });
}

/** @returns the step as it was while there is something to wait for */
function advance(turn: DecisionBuilder, step: RebalanceStep, rebalanceId: string): RebalanceStep {
  const order = turn.state.orders.find((one) => one.clientOrderId === step.clientOrderId);
  if (order && !hasEnded(order)) {
    endRest(turn, order);
    return step;
  }
  const isOver = order && order.state !== 'rejected' && order.state !== 'neverPlaced';
  if (isOver || step.tries >= maxTries) return { ...step, isDone: true };
  return isPaused(turn, { ...step, level: 0 }) ? step : send(turn, step, rebalanceId);
}

function send(turn: DecisionBuilder, step: RebalanceStep, rebalanceId: string): RebalanceStep {
  const { view } = turn;
  const current = view.prices.get(step.pair);
  if (!view.rules.has(step.pair) || current === undefined) {
    turn.note('exchangeUnreachable', { reason: 'noPrices' }, { about: quoting });
    return step;
  }
  if (view.createsInFlight?.has(step.pair)) {
    turn.act({ type: 'tickAt', at: new Date(view.now.getTime() + othersPauseMs) });
    return step;
  }
  const terms = turn.state.strategy.rebalancing?.orderOf(step, { balances: spendableOf(turn.state), rules: view.rules, current });
  if (!terms) return { ...step, isDone: true };
  const { clientOrderId, sentAt } = placeOrder(turn, { ...terms, level: 0, rebalanceId });
  turn.forgetNote(quoting);
  turn.act({ type: 'tickAt', at: new Date(sentAt.getTime() + maxRestMs) });
  return { ...step, clientOrderId, tries: step.tries + 1 };
}

/** What found nobody to trade with is not left in the book. */
function endRest(turn: DecisionBuilder, order: BotOrder): void {
  const isDue = turn.view.now.getTime() - order.sentAt.getTime() >= maxRestMs;
  if (isDue && order.state === 'open' && order.cancelAskedAt === null) cancelOrder(turn, order);
}

/** Every step has been carried out as far as it went: even now, or once more, or not to be made even. */
function conclude(turn: DecisionBuilder, phase: Rebalancing): void {
  const { strategy, ledger, orders } = turn.state;
  const { prices } = turn.view;
  const isPriced = strategy.pairs.every((pair) => prices.has(pair));
  if (!isPriced || !ledger) {
    turn.note('exchangeUnreachable', { reason: 'noPrices' }, { about: quoting });
    return;
  }
  const sent = (phase.steps ?? []).map((step) => orders.find((order) => order.clientOrderId === step.clientOrderId));
  const isWhole = sent.every((order) => order === undefined || order.state === 'filled');
  if (!isWhole && phase.round + 1 < maxRounds) {
    turn.setPhase({ ...phase, round: phase.round + 1, steps: null });
    turn.takeSnapshot();
    return;
  }
  if (strategy.rebalancing?.isDone(ledger.balances, usdPrices({ prices })) ?? true) complete(turn, phase, ledger.balances);
  else fail(turn, phase, refusalOf(turn, sent) ?? { code: 'rebalanceIncomplete', facts: {} });
}

/** Why the exchange refused one of the orders. */
function refusalOf({ state }: DecisionBuilder, sent: readonly (BotOrder | undefined)[]): Reason | undefined {
  return sent.map((order) => order && state.pauses[slotOf(order)]?.because).find((because) => because !== undefined);
}

function complete(turn: DecisionBuilder, phase: Rebalancing, balances: Balances): void {
  turn.note('rebalanced', { balances });
  logRebalance(turn, { id: phase.rebalanceId, status: 'completed', balancesAfter: balances });
  leave(turn);
  turn.setPhase(endRebalance(phase));
}

function fail(turn: DecisionBuilder, phase: Rebalancing, { code, facts }: Reason): void {
  turn.note('rebalanceFailed', { code, facts });
  turn.fault({ code: 'rebalanceFailed', facts: { ...facts, check: code } });
  logRebalance(turn, { id: phase.rebalanceId, status: 'failed', reason: code, facts });
  leave(turn);
  turn.setPhase(endRebalance(phase));
}
