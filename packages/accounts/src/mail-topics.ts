/** What somebody may switch off by mail. What concerns their security, their account and its payments is always mailed. */
export const mailTopics = ['botStops', 'rebalances', 'tradingVolume', 'news'] as const;
export type MailTopic = (typeof mailTopics)[number];
