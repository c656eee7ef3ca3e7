import type { Language } from '@tenbin/accounts';
import { type AccountExistsMail, accountExistsContent } from './account-exists-mail.ts';
import { type BotStoppedMail, botStoppedContent } from './bot-stopped-mail.ts';
import type { MailContent } from './content.ts';
import { layOut } from './layout.ts';
import type { MailBrand, RenderedMail } from './mail.ts';
import { type PasswordResetMail, passwordResetContent } from './password-reset-mail.ts';
import { type RebalanceEndedMail, rebalanceEndedContent } from './rebalance-ended-mail.ts';
import { type VerificationMail, verificationContent } from './verification-mail.ts';

/** What a mail is about, with its facts. */
export type MailSubject = VerificationMail | AccountExistsMail | PasswordResetMail | BotStoppedMail | RebalanceEndedMail;

/**
 * A mail in its reader's language and its brand's looks. Every fact is escaped; an address that is not http(s), or a
 * brand's colour that is none, is a fault of ours and throws.
 */
export function renderMail(about: MailSubject, look: { readonly language: Language; readonly brand: MailBrand }): RenderedMail {
  return layOut(contentOf(about, look.language), look);
}

function contentOf(about: MailSubject, language: Language): MailContent {
  switch (about.template) {
    case 'verificationCode':
      return verificationContent(about, language);
    case 'accountExists':
      return accountExistsContent(about, language);
    case 'passwordReset':
      return passwordResetContent(about, language);
    case 'botStopped':
      return botStoppedContent(about, language);
    case 'rebalanceEnded':
      return rebalanceEndedContent(about, language);
    default:
      return neverTemplate(about);
  }
}

function neverTemplate(about: never): never {
  throw new Error(`unknown mail ${JSON.stringify(about)}`);
}
