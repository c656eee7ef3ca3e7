import { type Language, languages } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import { type RenderedMail, renderMail } from '@tenbin/mail';
import { sampleMails } from '@tenbin/mail/samples';
import { escapeHtml, trialPage } from './trial-page.ts';

export const themes = ['light', 'dark'] as const;
const widths = { phone: 360, desktop: 720 } as const;

/** How the gallery is looked at. */
export interface GalleryView {
  readonly language: Language;
  readonly brand: Brand;
  readonly theme: (typeof themes)[number];
  readonly width: keyof typeof widths;
}

const words = {
  ja: {
    title: 'メール一覧（お試し用）',
    about: 'このサービスが送信するすべての種類のメールです。内容は見本です。',
    inbox: '受信箱へ戻る',
    text: 'テキスト版',
    ja: '日本語',
    en: '英語',
    light: 'ライト',
    dark: 'ダーク',
    phone: 'スマートフォン',
    desktop: 'パソコン',
  },
  en: {
    title: 'Mails of this trial',
    about: 'Every kind of e-mail that the service sends, with sample contents.',
    inbox: 'Back to the inbox',
    text: 'As text',
    ja: 'Japanese',
    en: 'English',
    light: 'Light',
    dark: 'Dark',
    phone: 'Phone',
    desktop: 'Desktop',
  },
} as const satisfies Record<Language, Record<string, string>>;

type UrlOf = (brand: Brand, page: string) => string;

/** Every kind of mail in one look, each in a frame of its own, in which neither scripts nor links work. */
export function mailsPage(view: GalleryView, { brands, urlOf }: { brands: readonly Brand[]; urlOf: UrlOf }): string {
  const said = words[view.language];
  const choices = [
    ...languages.map((language) => ({ label: said[language], to: { ...view, language } })),
    ...themes.map((theme) => ({ label: said[theme], to: { ...view, theme } })),
    ...(Object.keys(widths) as GalleryView['width'][]).map((width) => ({ label: said[width], to: { ...view, width } })),
    ...brands.map((brand) => ({ label: brand.name, to: { ...view, brand } })),
  ].map(({ label, to }) => {
    const isThis = queryOf(to) === queryOf(view);
    return `<a href="/trial/mails?${queryOf(to)}"${isThis ? ' aria-current="true"' : ''}>${escapeHtml(label)}</a>`;
  });
  const sections = sampleMails.map(({ template }, index) => {
    const { subject, text } = sampleOf(index, view, urlOf) as RenderedMail;
    return `<article>
<h2>${escapeHtml(subject)}</h2>
<p class="of">${template}</p>
<iframe title="${escapeHtml(subject)}" src="/trial/mails/${index}?${queryOf(view)}" width="${widths[view.width]}" height="720" loading="lazy" sandbox></iframe>
<details><summary>${said.text}</summary><pre>${escapeHtml(text)}</pre></details>
</article>`;
  });
  const body = `<h1>${said.title}</h1>
<p>${said.about}</p>
<p><a href="/trial/inbox?lng=${view.language}">${said.inbox}</a></p>
<nav class="choices">${choices.join('\n')}</nav>
<div class="gallery ${view.width}">
${sections.join('\n')}
</div>`;
  return trialPage({ language: view.language, title: said.title, body });
}

/** One of the gallery's mails; null where there is none of that number. */
export function sampleOf(index: number, { language, brand, theme }: GalleryView, urlOf: UrlOf): RenderedMail | null {
  const about = sampleMails[index];
  if (!about) return null;
  const mail = renderMail(about, { language, brand, urlOf: (page) => urlOf(brand, page) });
  // A mail follows its reader's system; here the page chooses.
  const html = mail.html
    .replace('(prefers-color-scheme:dark)', theme === 'dark' ? 'all' : 'not all')
    .replaceAll('[data-ogsc] ', '[hidden] ');
  return { ...mail, html };
}

const queryOf = ({ language, brand, theme, width }: GalleryView): string =>
  escapeHtml(String(new URLSearchParams({ lng: language, brand: brand.wlKey, theme, width })));
