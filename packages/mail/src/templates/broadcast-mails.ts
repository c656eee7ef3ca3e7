import type { Language } from '@tenbin/accounts';
import { parseMarkdown } from '@tenbin/brand';
import type { MailContent, MailTemplates } from '../content.ts';

/** By language; empty in one that it is not written in. */
export type Wording = Readonly<Record<Language, string>>;

interface Written {
  readonly subject: Wording;
  /** Markdown. */
  readonly body: Wording;
}

/** What an organization's staff writes to many users. */
export interface BroadcastMails {
  newsBroadcast: Written;
  serviceBroadcast: Written;
}

const closings = {
  news: {
    ja: 'このメールは、お知らせの配信を停止されていない方にお送りしています。',
    en: 'You get this e-mail because you have not turned off news.',
  },
  service: {
    ja: 'このメールは、サービスのご利用に関する大切なお知らせのため、必ずお送りしています。',
    en: 'This is an important notice about the service, which is always sent.',
  },
} as const;

const content = ({ subject, body }: Written, language: Language, closing: Readonly<Record<Language, string>>): MailContent => {
  const written = writtenIn(subject, language);
  return { subject: subject[written], paragraphs: [], blocks: parseMarkdown(body[written]), closing: closing[written] };
};

/** The reader's language where it is written in that one, else the other: whole, so that nobody reads half of each. */
const writtenIn = (wording: Wording, language: Language): Language =>
  wording[language].trim() === '' ? (language === 'ja' ? 'en' : 'ja') : language;

export const broadcastMails: MailTemplates<BroadcastMails> = {
  newsBroadcast: {
    topic: 'news',
    ja: (written) => content(written, 'ja', closings.news),
    en: (written) => content(written, 'en', closings.news),
  },
  serviceBroadcast: {
    topic: 'always',
    ja: (written) => content(written, 'ja', closings.service),
    en: (written) => content(written, 'en', closings.service),
  },
};
