/** How a user's bots stand taken together: the filter of an administrator's list. */
export const botStatuses = ['stopped', 'running-all', 'running-someone', 'has-no-bot'] as const;
export type BotStatus = (typeof botStatuses)[number];

/** @param running - of each of the user's bots, whether it is running */
export function botStatusOf(running: readonly boolean[]): BotStatus {
  if (running.length === 0) return 'has-no-bot';
  if (running.every((one) => one)) return 'running-all';
  return running.some((one) => one) ? 'running-someone' : 'stopped';
}
