import { type PairName, parsePair } from '@tenbin/market';
import { checkCurrencies, requireDelta, requirePassed } from '@tenbin/strategy';
import { requireBotName } from './bot-name.ts';

/**
 * How a bot came to be: set up by its user, made from a course in easy mode, or trading on the virtual exchange.
 * It says nothing about how the bot trades: that is the same for all.
 */
export const botTypes = ['MANUAL', 'CHOJA', 'SIMUL'] as const;
export type BotType = (typeof botTypes)[number];

/** What a user sets. Everything but the name needs the bot stopped to change. */
export interface BotSettings {
  readonly name: string;
  readonly type: BotType;
  readonly exchangeId: string;
  /** They cover exactly three currencies. */
  readonly pairs: readonly PairName[];
  /** Fraction of a balance that one order moves. */
  readonly delta: number;
  /** The course it was made from, in easy mode. */
  readonly botCourseId: string | null;
  /** Make the wallet even before starting. */
  readonly autoRebalance: boolean;
  /** Start by itself once the wallet is even. */
  readonly autoActivation: boolean;
  /** Its orders only rest, where the exchange can see to that: they never pay a taker's fee. */
  readonly postOnly: boolean;
}

/**
 * The rules that hold whatever the exchange and the wallet say.
 *
 * @throws {DomainError} `invalidBotName`, `botNameTooLong`, `invalidCurrencyPairName`, `duplicatePair`,
 * `notThreeCurrencies`, `orderWidthOutOfRange`
 */
export function requireSettings<T extends Pick<BotSettings, 'name' | 'pairs' | 'delta'>>(settings: T): T {
  requireBotName(settings.name);
  for (const pair of settings.pairs) parsePair(pair);
  requirePassed(checkCurrencies(settings.pairs));
  requireDelta(settings.delta);
  return settings;
}
