import type { Language } from '@tenbin/accounts';
import type { Block, Brand, Palette } from '@tenbin/brand';
import { blocksAsHtml, blocksAsText, firstWords } from './blocks.ts';
import type { MailContent } from './content.ts';
import { type Html, html } from './html.ts';
import type { MailLook, RenderedMail } from './mail.ts';
import { oneLine, safeUrl, withoutLinks } from './untrusted-text.ts';

/**
 * One layout for every mail: the brand's logo or name, a title, the words, a button for what to do, one for whoever it was not, and the brand's legal links.
 * Tables and inline styles, since Outlook knows no others; no script, nothing fetched but the logo; readable without
 * pictures, in the dark, on a phone, and as text alone.
 */
export function layOut(content: MailContent, look: MailLook): RenderedMail {
  const page = pageOf(content, look);
  return { subject: page.subject, text: asText(page, look), html: String(asHtml(page, look)) };
}

interface Link {
  readonly label: string;
  readonly url: string;
}

/** What is said, in the same words for both forms: nothing in it becomes a link but the links. */
interface Page {
  readonly subject: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly blocks: readonly Block[];
  readonly code: string | null;
  readonly facts: readonly (readonly [string, string])[];
  readonly action: Link | null;
  readonly notMe: Link | null;
  readonly closing: string;
  readonly brand: string;
  /** Who stands behind it, in lines. */
  readonly signature: readonly string[];
  readonly links: readonly Link[];
}

const maxSubject = 120;
const notMeLabels = { ja: 'これは自分ではありません', en: 'This was not me' } as const satisfies Record<Language, string>;
const staging = { ja: '【検証環境】', en: '[Staging] ' } as const satisfies Record<Language, string>;

function pageOf(content: MailContent, { language, brand, urlOf, unsubscribeUrl }: MailLook): Page {
  const subject = `${brand.features.staging ? staging[language] : ''}${oneLine(withoutLinks(content.subject))}`;
  const { action } = content;
  return {
    subject: subject.length > maxSubject ? `${subject.slice(0, maxSubject - 1)}…` : subject,
    title: withoutLinks(content.title ?? content.subject),
    paragraphs: content.paragraphs.map(withoutLinks),
    blocks: content.blocks ?? [],
    code: content.code === undefined ? null : withoutLinks(content.code),
    facts: (content.facts ?? []).map(([label, value]) => [label, oneLine(withoutLinks(value))] as const),
    action: action ? { label: action.label, url: safeUrl(action.url) } : null,
    notMe: content.notMeUrl === undefined ? null : { label: notMeLabels[language], url: safeUrl(content.notMeUrl) },
    closing: withoutLinks(content.closing),
    brand: withoutLinks(brand.name),
    signature: brand.texts[language].signature
      .split('\n')
      .map(withoutLinks)
      .filter((line) => line.trim() !== ''),
    links: [
      ...(unsubscribeUrl
        ? [{ label: language === 'ja' ? 'このお知らせの配信を停止する' : 'Stop e-mails of this kind', url: unsubscribeUrl }]
        : []),
      ...legalLinks(brand, language),
    ].map(({ label, url }) => ({ label, url: safeUrl(url.startsWith('/') ? urlOf(url) : url) })),
  };
}

function legalLinks({ links }: Brand, language: Language): Link[] {
  const [privacy, terms, notice] =
    language === 'ja'
      ? ['プライバシーポリシー', '利用規約', '特定商取引法に基づく表記']
      : ['Privacy policy', 'Terms of service', 'Legal notice'];
  return [
    { label: privacy, url: links.privacyPolicy },
    { label: terms, url: links.termsOfService },
    { label: notice, url: links.specifiedCommercialTransactionAct },
  ];
}

function asText(page: Page, { urlOf }: MailLook): string {
  const { title, paragraphs, blocks, code, facts, action, notMe, closing, brand, signature, links } = page;
  const parts = [
    title,
    ...paragraphs,
    ...blocksAsText(blocks, urlOf),
    code ?? '',
    facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    ...[action, notMe].map((link) => (link ? `${link.label}:\n${link.url}` : '')),
    closing,
    ['-- ', brand, ...signature, ...links.map(({ label, url }) => `${label}: ${url}`)].join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

const fonts = "-apple-system,BlinkMacSystemFont,'Segoe UI','Hiragino Sans','Noto Sans JP','Yu Gothic',Meiryo,Arial,sans-serif";

function asHtml(page: Page, { language, brand, urlOf }: MailLook): Html {
  const { light, dark } = brand.theme;
  return html`<!doctype html>
<html lang="${language}" dir="ltr" xmlns:o="urn:schemas-microsoft-com:office:office">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="x-apple-disable-message-reformatting">
<title>${page.subject}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><style>td,th,p,a,h1{font-family:Meiryo,Arial,sans-serif!important}</style><![endif]-->
<style>${styleSheet(dark)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${light.background};-webkit-text-size-adjust:100%">
<div style="display:none;overflow:hidden;max-height:0;max-width:0;opacity:0">${page.paragraphs[0] ?? firstWords(page.blocks) ?? page.closing}</div>
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${light.background}" style="background:${light.background}"><tr><td align="center" class="around" style="padding:32px 16px">
<!--[if mso]><table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;font-family:${fonts};font-size:16px;line-height:1.7;text-align:left">
<tr><td class="ink" style="padding:0 8px 16px;font-size:18px;font-weight:600;color:${light.text}">${heading(brand, urlOf)}</td></tr>
<tr><td class="card" bgcolor="${light.surface}" style="padding:32px;background:${light.surface};border:1px solid ${light.border};border-top:4px solid ${light.accent};border-radius:8px">
${bodyOf(page, light, urlOf)}
</td></tr>
<tr><td class="quiet" style="padding:16px 8px 0;font-size:12px;line-height:1.8;color:${light.muted}">
${page.brand}<br>
${page.signature.map((line) => html`${line}<br>`)}
${page.links.map(({ label, url }) => html`<a href="${url}" class="quiet" style="display:inline-block;color:${light.muted};margin-right:12px">${label}</a>`)}
</td></tr>
</table>
<!--[if mso]></td></tr></table><![endif]-->
</td></tr></table>
</body>
</html>
`;
}

function bodyOf(
  { title, paragraphs, blocks, code, facts, action, notMe, closing }: Page,
  light: Palette,
  urlOf: MailLook['urlOf'],
): readonly Html[] {
  const paragraph = (text: string) => html`<p class="ink" style="margin:0 0 16px;color:${light.text}">${text}</p>`;
  return [
    html`<h1 class="ink" style="margin:0 0 16px;font-size:20px;line-height:1.5;font-weight:600;color:${light.text}">${title}</h1>`,
    ...paragraphs.map(paragraph),
    ...blocksAsHtml(blocks, light, urlOf),
    ...(code === null ? [] : [codeBox(code, light)]),
    ...(facts.length === 0 ? [] : [factTable(facts, light)]),
    ...(action ? [button(action, light)] : []),
    ...(notMe ? [button(notMe, light)] : []),
    html`<p class="quiet" style="margin:0;font-size:13px;color:${light.muted}">${closing}</p>`,
  ];
}

function heading({ name, logo }: Brand, urlOf: MailLook['urlOf']): Html {
  if (logo.mail === undefined) return html`${withoutLinks(name)}`;
  const picture = (address: string, { shown, on }: { shown: string; on: string }): Html =>
    html`<img src="${safeUrl(address.startsWith('/') ? urlOf(address) : address)}" alt="${withoutLinks(name)}" height="32" class="${on}" style="display:${shown};height:32px;width:auto;border:0">`;
  if (!logo.dark) return picture(logo.mail, { shown: 'block', on: 'on-both' });
  // The second is seen where a mail program knows the dark; the others leave it out, Outlook by a word of its own.
  return html`${picture(logo.mail, { shown: 'block', on: 'on-light' })}${picture(logo.dark.mail, { shown: 'none;mso-hide:all', on: 'on-dark' })}`;
}

const codeBox = (code: string, { background, text, border }: Palette): Html =>
  html`<p class="code" style="margin:0 0 16px;padding:16px 8px;background:${background};color:${text};border:1px solid ${border};border-radius:8px;font-size:28px;line-height:1.3;font-weight:600;letter-spacing:6px;text-align:center">${code}</p>`;

function factTable(facts: Page['facts'], { text, muted, border }: Palette): Html {
  const cell = `padding:8px 0;border-bottom:1px solid ${border};vertical-align:top;font-size:14px`;
  const rows = facts.map(
    ([label, value]) =>
      html`<tr><th scope="row" align="left" class="quiet line" style="${cell};padding-right:16px;font-weight:400;color:${muted}">${label}</th><td class="ink line" style="${cell};color:${text};word-break:break-word">${value}</td></tr>`,
  );
  return html`<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px;text-align:left">${rows}</table>`;
}

/** Its colour is the cell's, which Outlook fills; the link fills the cell. */
const button = ({ label, url }: Link, { accent, onAccent }: Palette): Html =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr><td class="button" bgcolor="${accent}" style="background:${accent};border-radius:8px;mso-padding-alt:12px 24px"><a href="${url}" class="on" style="display:inline-block;padding:12px 24px;color:${onAccent};text-decoration:none;font-weight:600">${label}</a></td></tr></table>`;

/** What no inline style can say: the dark, and a narrow screen. Colours are the brand's, which were checked when it was read. */
const styleSheet = (dark: Palette): string =>
  [
    ':root{color-scheme:light dark;supported-color-schemes:light dark}',
    '@media (max-width:480px){.around{padding:16px 8px!important}.card{padding:24px 16px!important}}',
    `@media (prefers-color-scheme:dark){${darkRules(dark)}}`,
    // Outlook on the web and for Android says so by an attribute.
    darkRules(dark, '[data-ogsc] '),
  ].join('\n');

const darkRules = ({ background, surface, text, muted, border, accent, onAccent }: Palette, within = ''): string =>
  [
    `.ground{background:${background}!important}`,
    `.card{background:${surface}!important;border-color:${border}!important;border-top-color:${accent}!important}`,
    `.ink{color:${text}!important}`,
    `.quiet{color:${muted}!important}`,
    `.line{border-color:${border}!important}`,
    `.code{background:${background}!important;color:${text}!important;border-color:${border}!important}`,
    `.button{background:${accent}!important}`,
    `.link{color:${accent}!important}`,
    `.on{color:${onAccent}!important}`,
    '.on-light{display:none!important}',
    '.on-dark{display:block!important}',
  ]
    .map((rule) => `${within}${rule}`)
    .join('');
