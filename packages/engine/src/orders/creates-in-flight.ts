import type { PairName } from '@tenbin/market';

const none: ReadonlySet<PairName> = new Set();

/**
 * On which pairs the bots of one exchange account have sent an order that the exchange has not named yet.
 *
 * Where an exchange keeps no ids of ours, two such orders on one pair could not be told apart: so there is one at a
 * time for each pair, whichever bot it is of.
 */
export class CreatesInFlight {
  readonly #byBot = new Map<string, ReadonlySet<PairName>>();

  /** Called by the bot itself in the same turn in which it decides to send. */
  set(botId: string, pairs: ReadonlySet<PairName>): void {
    if (pairs.size === 0) this.#byBot.delete(botId);
    else this.#byBot.set(botId, pairs);
  }

  /** What is stored of a bot that has not spoken for itself yet. */
  suppose(botId: string, pairs: ReadonlySet<PairName>): void {
    if (!this.#byBot.has(botId)) this.set(botId, pairs);
  }

  /** Pairs that other bots have taken. */
  elsewhere(botId: string): ReadonlySet<PairName> {
    const [only] = this.#byBot.keys();
    if (this.#byBot.size === 0 || (this.#byBot.size === 1 && only === botId)) return none;
    return new Set([...this.#byBot].flatMap(([id, pairs]) => (id === botId ? [] : [...pairs])));
  }
}
