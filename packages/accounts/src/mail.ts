/** What somebody may switch off by mail. What concerns their security, their account and its payments is always mailed. */
export const mailTopics = ['botStops', 'rebalances', 'tradingVolume', 'news'] as const;
export type MailTopic = (typeof mailTopics)[number];

/** What a browser may tell as well, in the words of the mail. */
export const pushTopics = ['botStops', 'rebalances', 'tradingVolume'] as const satisfies readonly MailTopic[];
export type PushTopic = (typeof pushTopics)[number];

/** `refused`: the mail server will never take it. `failed`: it was tried for days. */
const mailStatuses = ['waiting', 'sent', 'failed', 'refused'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** `bounced`: its address is not there, says the mail server. */
export const mailRecordStatuses = [...mailStatuses, 'bounced'] as const;
export type MailRecordStatus = (typeof mailRecordStatuses)[number];
