import { paceOfRequests, partsOfRequests } from './address-limits.ts';
import type { Quirks } from './quirks/quirks.ts';

/** The pairs of a bot. */
const pairsOfBot = 3;
const defaultPollMs = 3000;
/** A wallet is probed that rarely where there are many, and that often where there are few. */
const maxProbeIntervalMs = 600_000;
const minProbeIntervalMs = 30_000;
/** What a probe of a wallet weighs where an address's weight is counted, and which part of it probes may take. */
const probeWeight = 20;
const probeShare = 1 / 3;

/**
 * How late what happened to an order is seen where it is asked for, in ms, as long as the exchange answers at once and its
 * lanes are no fuller than they may be: the pause between two rounds, and what a round takes of the account's lane.
 *
 * @param rateLimit - ccxt's: how long a request of cost 1 keeps a lane busy
 */
export function reactionMs({ allOpenOrders, pollEveryMs = defaultPollMs, openOrdersCost = 1, pace }: Quirks, rateLimit: number): number {
  const questions = allOpenOrders === undefined ? pairsOfBot : 1;
  return Math.max(defaultPollMs, pollEveryMs) + questions * openOrdersCost * (pace?.msPerCost ?? rateLimit);
}

/**
 * How many bots, each with a key of its own, one address carries at this pace before they see less often what happens to
 * them; null where the exchange counts each account by itself.
 */
export function carriedBots(quirks: Quirks, rateLimit: number): number | null {
  const { allOpenOrders, pace, perAddress, streams } = quirks;
  if (streams === true && pace?.weight !== undefined) {
    const probes = (probeShare * pace.weight.limit * maxProbeIntervalMs) / pace.weight.windowMs / probeWeight;
    return Math.floor(probes);
  }
  if (perAddress === undefined) return null;
  const questions = allOpenOrders === undefined ? pairsOfBot : 1;
  const perMs = questions / reactionMs(quirks, rateLimit) + 1 / minProbeIntervalMs;
  return Math.floor(1 / paceOfRequests(perAddress, partsOfRequests.read).msPerCost / perMs);
}
