import type { Language } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import { type Html, html } from '@tenbin/mail';

/** A page by itself, for whoever comes from a mail: in the brand's colours, readable at once, without a script. */
export function plainPage({
  language,
  brand,
  title,
  body,
}: {
  readonly language: Language;
  readonly brand: Brand;
  readonly title: string;
  readonly body: Html;
}): string {
  const { light, dark } = brand.theme;
  const style = ({ background, surface, text, border, accent, onAccent }: Brand['theme']['light']) =>
    `body{background:${background};color:${text}}main{background:${surface};border-color:${border}}button{background:${accent};color:${onAccent}}a{color:${text}}`;
  return String(html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · ${brand.name}</title>
<style>:root{color-scheme:light dark;font-family:system-ui,sans-serif;line-height:1.7}
body{margin:0;padding:2rem 1rem}main{max-width:32rem;margin:auto;padding:1.5rem;border:1px solid;border-radius:8px}
h1{font-size:1.25rem;margin:0}button{font:inherit;font-weight:600;padding:.75rem 1.5rem;border:0;border-radius:8px;cursor:pointer}
${style(light)}@media (prefers-color-scheme:dark){${style(dark)}}</style>
</head>
<body><main>
<p>${brand.name}</p>
<h1>${title}</h1>
${body}
</main></body>
</html>
`);
}
