/** `refused`: the mail server will never take it. `failed`: it was tried for days. */
const mailStatuses = ['waiting', 'sent', 'failed', 'refused'] as const;
export type MailStatus = (typeof mailStatuses)[number];

/** `bounced`: its address is not there, says the mail server. */
export const mailRecordStatuses = [...mailStatuses, 'bounced'] as const;
export type MailRecordStatus = (typeof mailRecordStatuses)[number];
