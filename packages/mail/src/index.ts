export { type MailKind, type MailSubject, mailKinds } from './catalogue.ts';
export { maskedEmail } from './formats.ts';
export { type Html, html } from './html.ts';
export type { Mail, MailLook, RenderedMail } from './mail.ts';
export { type MailedUser, mailForUser, pushForUser, renderMail } from './render-mail.ts';
export { createSmtpSender, MailError, type MailSender } from './smtp-sender.ts';
export type { VerificationPurpose } from './templates/account-mails.ts';
export type { Wording } from './templates/broadcast-mails.ts';
export { readUnsubscription, type Unsubscription, unsubscribePage, unsubscribePath } from './unsubscribe.ts';
