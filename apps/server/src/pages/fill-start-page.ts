import type { Brand, Palette } from '@tenbin/brand';
import type { getInstallation, RouteReply } from '@tenbin/contract';

/**
 * The start page as it comes from the build, with whose it is written into it: its name and colours, seen before any
 * script runs, and what the scripts would ask for first. A browser runs nothing of it: it is data.
 */
export function fillStartPage(page: string, installation: RouteReply<typeof getInstallation>): string {
  const { name, theme } = installation.brand as unknown as Brand;
  const data = JSON.stringify(installation).replaceAll('<', String.raw`\u003c`);
  const head = [
    `<style>:root{${colours(theme.light)}}@media(prefers-color-scheme:dark){:root{${colours(theme.dark)}}}</style>`,
    `<script type="application/json" id="installation">${data}</script>`,
  ].join('');
  return page
    .replace(/<title>.*?<\/title>/, () => `<title>${escapeHtml(name)}</title>`)
    .replace('<!--name-->', () => escapeHtml(name))
    .replace('</head>', () => `${head}</head>`);
}

const colours = ({ background, text, border }: Palette): string =>
  `--start-ground:${background};--start-text:${text};--start-line:${border}`;

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
