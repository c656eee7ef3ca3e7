import type { Language } from '@tenbin/accounts';
import type { Mail } from '@tenbin/db';

const words = {
  ja: {
    title: '受信箱（お試し用）',
    about: 'お試し中に送信されたメールがここに届きます。5秒ごとに更新されます。',
    none: 'まだメールはありません。',
  },
  en: {
    title: 'Inbox of this trial',
    about: 'Mails that were sent during this trial arrive here. Renewed every 5 seconds.',
    none: 'No mail yet.',
  },
} as const satisfies Record<Language, Record<string, string>>;

/**
 * The trial's inbox for people: no script, renewed by the browser itself. A mail's own HTML is not shown, its text is;
 * links in it can be followed.
 */
export function inboxPage(mails: readonly Mail[], language: Language): string {
  const { title, about, none } = words[language];
  const list = mails.length === 0 ? `<p>${none}</p>` : mails.map((mail) => mailSection(mail, language)).join('\n');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">
<meta http-equiv="refresh" content="5">
<title>${title}</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.6 }
body { margin: 2rem auto; max-width: 46rem; padding: 0 1rem }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; margin: 1rem 0; padding: .75rem 1rem }
h2 { font-size: 1rem; margin: 0 } p.of { margin: 0; opacity: .75; font-size: .875rem } pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
</style>
</head>
<body>
<h1>${title}</h1>
<p>${about}</p>
${list}
</body>
</html>
`;
}

function mailSection({ to, subject, text, createdAt }: Mail, language: Language): string {
  const at = createdAt.toLocaleString(language, { timeZone: language === 'ja' ? 'Asia/Tokyo' : 'UTC', timeZoneName: 'short' });
  return `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="of">${escapeHtml(to)} · <time datetime="${createdAt.toISOString()}">${escapeHtml(at)}</time></p>
<pre>${withLinks(escapeHtml(text))}</pre>
</article>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** @param escaped - HTML text, in which an address ends at a space or at what was a bracket or a quote */
const withLinks = (escaped: string): string =>
  escaped.replace(/https?:\/\/(?:(?!&(?:lt|gt|quot|#39);)\S)+/g, (url) => `<a href="${url}">${url}</a>`);
