import type { StoredAuditEntry } from '../audit/audit.ts';
import type { StoredPayment } from '../billing/payments.ts';
import type { MailRecord } from '../mails/mails.ts';

/** Something that happened to a user: an act of theirs or of somebody else's, a fact about a payment, a mail. */
export type UserEvent =
  | { readonly kind: 'act'; readonly id: string; readonly at: Date; readonly act: StoredAuditEntry }
  | { readonly kind: 'payment'; readonly id: string; readonly at: Date; readonly payment: StoredPayment }
  | { readonly kind: 'mail'; readonly id: string; readonly at: Date; readonly mail: MailRecord };

/** All that is written down of users, put together. */
export interface UserEvents {
  /** Newest first. What happened in one moment: an act before what it led to. */
  listOf(userId: string, page: { readonly offset: number; readonly limit: number }): Promise<UserEvent[]>;
}
