/** What a mail says, before it has a form. All plain text: escaping is the layout's. */
export interface MailContent {
  readonly subject: string;
  readonly greeting: string;
  readonly paragraphs: readonly string[];
  /** Shown large, for copying. */
  readonly code?: string;
  readonly facts?: readonly { readonly label: string; readonly value: string }[];
  readonly action?: { readonly label: string; readonly url: string };
  /** Small, at the end: what to do if the mail was not expected. */
  readonly closing: string;
}
