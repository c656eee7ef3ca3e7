import type { BotRow } from '@tenbin/db';

/** The prices that somebody with these bots looks at: '<exchange id> <pair>'. */
export function priceInterestsOf(bots: readonly BotRow[]): ReadonlySet<string> {
  return new Set(bots.flatMap(({ exchangeId, strategy: { pairs } }) => pairs.map((pair) => `${exchangeId} ${pair}`)));
}
