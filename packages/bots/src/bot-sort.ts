/** How a list of bots may be ordered. */
export const botSorts = ['newest', 'oldest', 'name', 'nameDown', 'lastFill', 'lastFillUp', 'stopped', 'stoppedUp'] as const;
export type BotSort = (typeof botSorts)[number];
