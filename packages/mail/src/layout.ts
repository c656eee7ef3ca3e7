import type { Language } from '@tenbin/accounts';
import type { MailContent } from './content.ts';
import type { MailBrand, RenderedMail } from './mail.ts';

/**
 * One layout for every mail: the brand's name or logo, the words, at most one button. No script, no style sheet,
 * nothing fetched but the logo; readable without pictures, and as text alone.
 */
export function layOut(content: MailContent, { language, brand }: { language: Language; brand: MailBrand }): RenderedMail {
  return { subject: oneLine(content.subject), text: asText(content, brand), html: asHtml(content, { language, brand }) };
}

function asText(content: MailContent, brand: MailBrand): string {
  const facts = (content.facts ?? []).map(({ label, value }) => `${label}: ${value}`).join('\n');
  const action = content.action ? `${content.action.label}:\n${safeUrl(content.action.url)}` : '';
  const parts = [content.greeting, ...content.paragraphs, content.code ?? '', facts, action, content.closing, `-- \n${brand.name}`];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const fonts = `-apple-system,BlinkMacSystemFont,'Segoe UI','Hiragino Sans','Noto Sans JP','Yu Gothic',Meiryo,sans-serif`;

function asHtml(content: MailContent, { language, brand }: { language: Language; brand: MailBrand }): string {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text)}</p>`;
  const parts = [
    paragraph(content.greeting),
    ...content.paragraphs.map(paragraph),
    content.code === undefined ? '' : codeBox(content.code),
    content.facts ? factTable(content.facts) : '',
    content.action ? button(content.action, brand) : '',
    `<p style="margin:24px 0 0;font-size:13px;color:#5f6368">${escapeHtml(content.closing)}</p>`,
  ];
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(oneLine(content.subject))}</title></head>
<body style="margin:0;padding:24px 12px;background:#f5f6f7;font-family:${fonts};font-size:16px;line-height:1.7;color:#202124">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:8px">
<tr><td style="padding:24px 32px 0;font-size:18px;font-weight:600">${heading(brand)}</td></tr>
<tr><td style="padding:24px 32px 32px">
${parts.filter((part) => part !== '').join('\n')}
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

function heading({ name, logoUrl }: MailBrand): string {
  if (logoUrl === null) return escapeHtml(name);
  return `<img src="${escapeHtml(safeUrl(logoUrl))}" alt="${escapeHtml(name)}" height="32" style="display:block;height:32px;border:0">`;
}

const codeBox = (code: string): string =>
  `<p style="margin:0 0 16px;padding:16px;background:#f5f6f7;border-radius:8px;font-size:28px;font-weight:600;letter-spacing:6px;text-align:center">${escapeHtml(code)}</p>`;

function factTable(facts: NonNullable<MailContent['facts']>): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><th align="left" style="padding:4px 16px 4px 0;font-weight:400;color:#5f6368">${escapeHtml(label)}</th><td style="padding:4px 0">${escapeHtml(value)}</td></tr>`,
  );
  return `<table cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`;
}

function button({ label, url }: NonNullable<MailContent['action']>, { accent, onAccent }: MailBrand): string {
  const style = `display:inline-block;padding:12px 24px;border-radius:8px;background:${colour(accent)};color:${colour(onAccent)};text-decoration:none;font-weight:600`;
  return `<p style="margin:0 0 16px"><a href="${escapeHtml(safeUrl(url))}" style="${style}">${escapeHtml(label)}</a></p>`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');

/** A subject with a line break would end the header it stands in. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Only web addresses may be followed from a mail. Anything else is a fault of ours. */
function safeUrl(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`a mail may not link to ${protocol}`);
  return href;
}

function colour(value: string): string {
  if (!/^#[0-9a-fA-F]{6}$/.test(value)) throw new Error(`not a colour: ${value}`);
  return value;
}
