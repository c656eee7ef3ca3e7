import { isLanguage, type Language, preferredLanguage } from '@tenbin/accounts';
import type { FastifyRequest } from 'fastify';

/** The language of a trial's page, found as the console finds its own: `?lng=`, its cookie, what the browser asks for. */
export function languageOfPage({ query, headers }: Pick<FastifyRequest, 'query' | 'headers'>): Language {
  const { lng } = query as { readonly lng?: unknown };
  const remembered = /(?:^|;\s*)i18next=(\w+)/.exec(headers.cookie ?? '')?.[1];
  const [chosen] = [lng, remembered].filter((candidate) => typeof candidate === 'string').filter(isLanguage);
  return chosen ?? preferredLanguage(headers['accept-language']);
}

/** A page of a trial: no script, the same plain dress for all. @param body - HTML; whatever is in it is escaped already */
export function trialPage({
  language,
  title,
  body,
  renewEverySeconds,
}: {
  readonly language: Language;
  readonly title: string;
  readonly body: string;
  /** Given: the browser loads it anew by itself. */
  readonly renewEverySeconds?: number;
}): string {
  const renewed = renewEverySeconds === undefined ? '' : `\n<meta http-equiv="refresh" content="${renewEverySeconds}">`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex">${renewed}
<title>${title}</title>
<style>
:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.6 }
body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
article { border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 8px; margin: 1rem 0; padding: .75rem 1rem }
article h2 { font-size: 1rem; margin: 0 } p.of { margin: 0; opacity: .75; font-size: .875rem }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
.wide { overflow-x: auto } table { border-collapse: collapse; font-variant-numeric: tabular-nums }
th, td { padding: .25rem .75rem .25rem 0; text-align: start; vertical-align: top; white-space: nowrap } td.number, th.number { text-align: end }
form.fields { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 13rem), 1fr)); align-items: end }
label { display: grid; gap: .125rem } label.check { display: flex; gap: .5rem; align-items: baseline }
input, select, button { font: inherit; padding: .25rem .5rem; max-width: 100% }
form.fields label:not(.check) > * { width: 100%; min-width: 0; box-sizing: border-box }
iframe { display: block; max-width: 100%; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); margin: .5rem 0 }
div.gallery.phone { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 24rem), 1fr)) }
nav.choices { display: flex; flex-wrap: wrap; gap: .25rem 1rem } nav.choices [aria-current] { font-weight: 600; text-decoration: none }
[role="alert"] { border-inline-start: 4px solid; padding-inline-start: .75rem }
</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
