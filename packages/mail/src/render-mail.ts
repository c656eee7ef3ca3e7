import { catalogue, type MailFacts, type MailKind, type MailSubject } from './catalogue.ts';
import type { MailTemplate } from './content.ts';
import { layOut } from './layout.ts';
import type { MailLook, RenderedMail } from './mail.ts';

/** A mail in its reader's language and its brand's looks. Every fact is escaped; a link that is not http(s) is a fault of ours and throws. */
export function renderMail<Kind extends MailKind>(about: MailSubject<Kind>, look: MailLook): RenderedMail {
  const template = catalogue[about.template] as MailTemplate<MailFacts[Kind]>;
  return layOut(template[look.language](about), look);
}
