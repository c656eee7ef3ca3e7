export type { BotStoppedMail } from './bot-stopped-mail.ts';
export type { Mail, MailBrand, RenderedMail } from './mail.ts';
export type { PasswordResetMail } from './password-reset-mail.ts';
export type { RebalanceEndedMail } from './rebalance-ended-mail.ts';
export { type MailSubject, renderMail } from './render-mail.ts';
export { createSmtpSender, MailError, type MailSender } from './smtp-sender.ts';
export { mayBeOpenWords, type StopWords, stopWords } from './stop-words.ts';
export type { VerificationMail, VerificationPurpose } from './verification-mail.ts';
