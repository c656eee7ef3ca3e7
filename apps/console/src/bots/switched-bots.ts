import { useMutationState } from '@tanstack/react-query';
import type { BotView } from '@tenbin/bot-views';

export type SwitchAction = 'start' | 'stop';

/** Of the mutations that start or stop a bot; without an id of all of them. */
export const switchKey = (...ids: readonly string[]): readonly string[] => ['switchBot', ...ids];

/** @returns bots as they are read, but for those of which a start or stop is not in what was read yet */
export function useSwitchedBots<B extends BotView>(bots: readonly B[] | undefined): readonly B[] | undefined {
  const asked = useMutationState({
    filters: { mutationKey: switchKey(), status: 'pending' },
    select: ({ options, state }) => ({ key: options.mutationKey, isStart: (state.variables as SwitchAction) === 'start' }),
  });
  return asked.length === 0
    ? bots
    : bots?.map((bot) => {
        const last = asked.findLast(({ key }) => key?.at(-1) === bot.id);
        if (!last || last.isStart === (bot.active || bot.autoStartRequested)) return bot;
        return { ...bot, active: last.isStart, autoStartRequested: false, state: last.isStart ? 'starting' : 'stopping' };
      });
}
