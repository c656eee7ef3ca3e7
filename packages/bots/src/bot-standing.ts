/** Each bot stands in one way: it runs, it is stopped, or it is on its way from one to the other. */
export const botStandings = ['running', 'between', 'stopped'] as const;
export type BotStanding = (typeof botStandings)[number];
