import { requireStrategy, type StrategySettings } from '@tenbin/strategy';
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
  readonly strategy: StrategySettings;
  /** The course it was made from, in easy mode. */
  readonly courseId: string | null;
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
export function requireSettings<T extends Pick<BotSettings, 'name' | 'strategy'>>(settings: T): T {
  requireBotName(settings.name);
  requireStrategy(settings.strategy);
  return settings;
}
