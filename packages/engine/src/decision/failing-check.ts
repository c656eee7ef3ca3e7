import { type BotFault, faultOfCheck, type Reason } from '@tenbin/bots';
import type { PricesByPair, Refusal } from '@tenbin/strategy';
import type { DecisionBuilder } from './decision-builder.ts';
import { beginStop } from './stop.ts';

/** So long, and so often, a check must refuse before it stops a bot. */
const lastingMs = 45_000;
const lastingChecks = 4;
const checkEveryMs = 10_000;

/**
 * A check refuses. What prices, or new rules, say once may be a slip of a thin book or of a list: the bot stops when it
 * refuses at every look for a while. What it saw is told, at the beginning and at the end.
 *
 * @returns whether it stopped the bot
 */
export function stopIfLasting(turn: DecisionBuilder, refusal: Refusal): boolean {
  const { code } = refusal;
  const { now, prices } = turn.view;
  const before = turn.state.failingCheck?.code === code ? turn.state.failingCheck : null;
  const pairs = turn.state.strategy.pairs;
  if (before === null) {
    const seen = inWords(prices, pairs);
    turn.change({ failingCheck: { code, facts: refusal.facts, since: now, looks: 1, lookedAt: now, prices: [seen] } });
    turn.note('checkFailing', { code, facts: refusal.facts, prices: seen });
    tickLater(turn);
    return false;
  }
  if (now.getTime() - before.lookedAt.getTime() < checkEveryMs) return false;
  const failingCheck = { ...before, looks: before.looks + 1, lookedAt: now, prices: [...before.prices, inWords(prices, pairs)] };
  turn.change({ failingCheck });
  const lastedMs = now.getTime() - failingCheck.since.getTime();
  if (failingCheck.looks < lastingChecks || lastedMs < lastingMs) {
    tickLater(turn);
    return false;
  }
  turn.note('checkLasted', { code, facts: refusal.facts, prices: failingCheck.prices.join('; '), times: failingCheck.looks, lastedMs });
  turn.change({ failingCheck: null });
  const fault = faultOfCheck(refusal);
  beginStop(turn, { by: 'automatic', fault: { ...fault, facts: { ...fault.facts, prices: failingCheck.prices } } as BotFault });
  return true;
}

/** What the user is warned of while it is not known yet whether it lasts. */
export const failingCheckWarnings = ({ state: { failingCheck } }: DecisionBuilder): Reason[] =>
  failingCheck ? [{ code: failingCheck.code, facts: failingCheck.facts }] : [];

function tickLater(turn: DecisionBuilder): void {
  turn.act({ type: 'tickAt', at: new Date(turn.view.now.getTime() + checkEveryMs) });
}

const inWords = (prices: PricesByPair, pairs: readonly string[]): string =>
  pairs.map((pair) => `${pair} ${prices.get(pair)?.toPrecision(8) ?? '-'}`).join(', ');
