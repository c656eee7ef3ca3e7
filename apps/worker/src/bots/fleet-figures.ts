import type { BotRunner } from '@tenbin/engine';
import { compare } from '@tenbin/market';

/** What an operator watches of the bots that a worker has in hand. */
export function figuresOf(runners: readonly BotRunner[]) {
  const running = runners.filter(({ state }) => state.phase.kind === 'running');
  const differing = runners
    .map(({ state }) => state.walletDiffers)
    .filter((seen) => seen !== null && isSeenTwice(seen)) as SeenDifference[];
  return {
    /** The longest ago; null while no bot runs. */
    reconciledAt: running.length === 0 ? null : new Date(Math.min(...running.map(({ reconciledAt }) => reconciledAt.getTime()))),
    /** Since when, of each bot with one that two looks running have seen. */
    lacking: differing.filter(({ difference }) => isLacking(difference)).map(({ since }) => since),
    /** Bots whose wallet has more than it should, or what nobody explains. */
    moved: runners.filter(({ state: { walletDiffers, unexplained } }) =>
      walletDiffers ? isSeenTwice(walletDiffers) && !isLacking(walletDiffers.difference) : unexplained.seen !== null,
    ).length,
    eventsWaiting: runners.reduce((sum, { waiting }) => sum + waiting, 0),
    ordersUnknown: runners.reduce((sum, { state }) => sum + state.orders.filter((order) => order.state === 'unknown').length, 0),
  };
}

type SeenDifference = NonNullable<BotRunner['state']['walletDiffers']>;
/** A trade on its way makes a difference that the next look does not see. */
const isSeenTwice = ({ times }: SeenDifference): boolean => times >= 2;
const isLacking = (difference: SeenDifference['difference']): boolean =>
  Object.values(difference).some((amount) => compare(amount, '0') < 0);
