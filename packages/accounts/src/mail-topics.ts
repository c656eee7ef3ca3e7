/** What somebody may switch off by mail. What concerns their security, their account and its payments is always mailed. */
export const mailTopics = ['botStops', 'rebalances', 'tradingVolume', 'news'] as const;
export type MailTopic = (typeof mailTopics)[number];

/** What a browser may tell as well, in the words of the mail. */
export const pushTopics = ['botStops', 'rebalances', 'tradingVolume'] as const satisfies readonly MailTopic[];
export type PushTopic = (typeof pushTopics)[number];
