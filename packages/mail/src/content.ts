import type { MailTopic, PushTopic } from '@tenbin/accounts';
import type { Block } from '@tenbin/brand';

/** What a mail says, before it has a form. All plain text but `blocks`: escaping is the layout's. */
export interface MailContent {
  readonly subject: string;
  /** Where it says more than the subject. */
  readonly title?: string;
  readonly paragraphs: readonly string[];
  /** What staff of the organization wrote: its links are links. */
  readonly blocks?: readonly Block[];
  /** Shown large, for copying. */
  readonly code?: string;
  /** Labels and values. */
  readonly facts?: readonly (readonly [string, string])[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Where its reader says that it was somebody else: a button of its own. */
  readonly notMeUrl?: string | undefined;
  /** Small, at the end: why it was sent, or what to do if it was not expected. */
  readonly closing: string;
}

/** One kind of mail in both languages. */
export interface MailTemplate<Facts> {
  /** Under which its readers may switch it off; `always`: security, their account and billing. */
  readonly topic: MailTopic | 'always';
  /** Under which browsers tell it, where that is not the same: what is always mailed may still be switched off there. */
  readonly pushTopic?: PushTopic;
  readonly ja: (facts: Facts) => MailContent;
  readonly en: (facts: Facts) => MailContent;
}

/** One template for each kind. */
export type MailTemplates<FactsByKind> = { readonly [Kind in keyof FactsByKind]: MailTemplate<FactsByKind[Kind]> };
