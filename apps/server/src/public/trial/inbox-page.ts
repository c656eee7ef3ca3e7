import type { Language } from '@tenbin/accounts';
import type { Mail } from '@tenbin/db';
import { escapeHtml, trialPage } from './trial-page.ts';

const words = {
  ja: {
    title: '受信箱（お試し用）',
    about: 'お試し中に送信されたメールがここに届きます。5秒ごとに更新されます。',
    none: 'まだメールはありません。',
    gallery: 'すべての種類のメールを見る',
  },
  en: {
    title: 'Inbox of this trial',
    about: 'Mails that were sent during this trial arrive here. Renewed every 5 seconds.',
    none: 'No mail yet.',
    gallery: 'See every kind of mail',
  },
} as const satisfies Record<Language, Record<string, string>>;

/**
 * The trial's inbox for people: no script, renewed by the browser itself. A mail's own HTML is not shown, its text is;
 * links in it can be followed.
 */
export function inboxPage(mails: readonly Mail[], language: Language): string {
  const { title, about, none, gallery } = words[language];
  const list = mails.length === 0 ? `<p>${none}</p>` : mails.map((mail) => mailSection(mail, language)).join('\n');
  return trialPage({
    language,
    title,
    body: `<h1>${title}</h1>\n<p>${about} <a href="/trial/mails?lng=${language}">${gallery}</a></p>\n${list}`,
    renewEverySeconds: 5,
  });
}

function mailSection({ to, subject, text, createdAt }: Mail, language: Language): string {
  const at = createdAt.toLocaleString(language, { timeZone: language === 'ja' ? 'Asia/Tokyo' : 'UTC', timeZoneName: 'short' });
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="of">${escapeHtml(to)} · <time datetime="${createdAt.toISOString()}">${escapeHtml(at)}</time></p>
<pre>${withLinks(escapeHtml(text))}</pre>
</article>`;
}

/** @param escaped - HTML text, in which an address ends at a space or at what was a bracket or a quote */
const withLinks = (escaped: string): string =>
  escaped.replace(/https?:\/\/(?:(?!&(?:lt|gt|quot|#39);)\S)+/g, (url) => `<a href="${url}">${url}</a>`);
