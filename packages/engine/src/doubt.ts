import { stopCauseOf } from '@tenbin/bots';
import type { PricesByPair, Refusal } from '@tenbin/strategy';
import { beginStop } from './stop.ts';
import type { Turn } from './turn.ts';

/** A check that refuses, and what it was seen to refuse at. */
export interface Doubt {
  readonly code: Refusal['code'];
  readonly since: Date;
  /** How often it was looked at, with prices of that time. */
  readonly looks: number;
  readonly lookedAt: Date;
  /** The prices of each look, oldest first: 'BTC/USDT 60000, …'. */
  readonly prices: readonly string[];
}

/** So long, and so often, a check must refuse before it stops a bot. */
const lastingMs = 45_000;
const lastingLooks = 4;
const lookEveryMs = 10_000;

/**
 * A check refuses. What prices, or new rules, say once may be a slip of a thin book or of a list: the bot stops when it
 * refuses at every look for a while. What it saw is told, at the beginning and at the end.
 *
 * @returns whether it stopped the bot
 */
export function stopIfLasting(turn: Turn, { code, facts }: Refusal): boolean {
  const { now, prices } = turn.view;
  const before = turn.state.doubt?.code === code ? turn.state.doubt : null;
  const pairs = turn.state.settings.pairs;
  if (before === null) {
    const seen = inWords(prices, pairs);
    turn.change({ doubt: { code, since: now, looks: 1, lookedAt: now, prices: [seen] } });
    turn.note('checkDoubted', { code, prices: seen });
    lookLater(turn);
    return false;
  }
  if (now.getTime() - before.lookedAt.getTime() < lookEveryMs) return false;
  const doubt = { ...before, looks: before.looks + 1, lookedAt: now, prices: [...before.prices, inWords(prices, pairs)] };
  turn.change({ doubt });
  const lastedMs = now.getTime() - doubt.since.getTime();
  if (doubt.looks < lastingLooks || lastedMs < lastingMs) {
    lookLater(turn);
    return false;
  }
  turn.note('checkLasted', { code, prices: doubt.prices.join('; '), times: doubt.looks, lastedMs });
  turn.change({ doubt: null });
  beginStop(turn, { by: 'automatic', fault: { code: stopCauseOf(code), facts: { ...facts, prices: doubt.prices } } });
  return true;
}

function lookLater(turn: Turn): void {
  turn.act({ type: 'lookAt', at: new Date(turn.view.now.getTime() + lookEveryMs) });
}

const inWords = (prices: PricesByPair, pairs: readonly string[]): string =>
  pairs.map((pair) => `${pair} ${prices.get(pair)?.toPrecision(8) ?? '-'}`).join(', ');
