import type { MailTemplates } from './content.ts';
import { type AccountMails, accountMails } from './templates/account-mails.ts';
import { type BotMails, botMails } from './templates/bot-mails.ts';
import { type BroadcastMails, broadcastMails } from './templates/broadcast-mails.ts';
import { type InvitationMails, invitationMails } from './templates/invitation-mails.ts';
import { type PaymentMails, paymentMails } from './templates/payment-mails.ts';
import { type PlanMails, planMails } from './templates/plan-mails.ts';
import { type SecurityMails, securityMails } from './templates/security-mails.ts';
import { type VolumeMails, volumeMails } from './templates/volume-mails.ts';

/** The facts that each kind of mail needs. */
export interface MailFacts
  extends AccountMails,
    SecurityMails,
    BotMails,
    PlanMails,
    PaymentMails,
    VolumeMails,
    InvitationMails,
    BroadcastMails {}

export type MailKind = keyof MailFacts;

/** What a mail is about: its kind, with its facts. */
export type MailSubject<Kind extends MailKind = MailKind> = { [K in Kind]: { readonly template: K } & MailFacts[K] }[Kind];

/** Every mail that there is. */
export const catalogue: MailTemplates<MailFacts> = {
  ...accountMails,
  ...securityMails,
  ...botMails,
  ...planMails,
  ...paymentMails,
  ...volumeMails,
  ...invitationMails,
  ...broadcastMails,
};

export const mailKinds = Object.keys(catalogue) as readonly MailKind[];
