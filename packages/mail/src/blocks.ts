import type { Block, Inline, Palette } from '@tenbin/brand';
import { type Html, html } from './html.ts';
import { safeUrl } from './untrusted-text.ts';

type UrlOf = (page: string) => string;

/** What staff of an organization wrote in Markdown, for mail programs that know inline styles only. */
export const blocksAsHtml = (blocks: readonly Block[], palette: Palette, urlOf: UrlOf): readonly Html[] =>
  blocks.map((block) => blockAsHtml(block, palette, urlOf));

function blockAsHtml(block: Block, palette: Palette, urlOf: UrlOf): Html {
  const { text, muted, border, background } = palette;
  const said = (parts: readonly Inline[]) => joined(parts.map((part) => inlineAsHtml(part, palette, urlOf)));
  switch (block.kind) {
    case 'heading':
      return html`<h2 class="ink" style="margin:24px 0 8px;font-size:${block.level <= 2 ? 17 : 16}px;line-height:1.5;font-weight:600;color:${text}">${said(block.content)}</h2>`;
    case 'paragraph':
      return html`<p class="ink" style="margin:0 0 16px;color:${text}">${said(block.content)}</p>`;
    case 'quote':
      return html`<blockquote class="quiet line" style="margin:0 0 16px;padding:0 0 0 12px;border-left:3px solid ${border};color:${muted}">${said(block.content)}</blockquote>`;
    case 'list': {
      const items = block.items.map((item) => html`<li style="margin:0 0 4px">${said(item)}</li>`);
      const style = `margin:0 0 16px;padding:0 0 0 24px;color:${text}`;
      return block.isOrdered ? html`<ol class="ink" style="${style}">${items}</ol>` : html`<ul class="ink" style="${style}">${items}</ul>`;
    }
    case 'code':
      return html`<pre class="code" style="margin:0 0 16px;padding:12px;background:${background};color:${text};border:1px solid ${border};border-radius:8px;font-size:14px;white-space:pre-wrap;word-break:break-word">${block.text}</pre>`;
    case 'rule':
      return html`<hr class="line" style="margin:24px 0;border:0;border-top:1px solid ${border}">`;
  }
}

function inlineAsHtml(part: Inline, palette: Palette, urlOf: UrlOf): Html {
  switch (part.kind) {
    case 'text':
      return html`${lines(part.text)}`;
    case 'code':
      return html`<code>${part.text}</code>`;
    case 'strong':
      return html`<strong>${joined(part.content.map((one) => inlineAsHtml(one, palette, urlOf)))}</strong>`;
    case 'emphasis':
      return html`<em>${joined(part.content.map((one) => inlineAsHtml(one, palette, urlOf)))}</em>`;
    case 'link':
      return html`<a href="${hrefOf(part.href, urlOf)}" class="link" style="color:${palette.accent};word-break:break-word">${part.text}</a>`;
  }
}

/** A line's end is one. */
const lines = (text: string): Html => joined(text.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br>${line}`)));

/** Without anything in between: Japanese has no spaces. */
const joined = (parts: readonly Html[]): Html => parts.reduce((all, part) => html`${all}${part}`, html``);

/** The same as plain text, a paragraph each. A link has its address beside it. */
export const blocksAsText = (blocks: readonly Block[], urlOf: UrlOf): readonly string[] => blocks.map((block) => blockAsText(block, urlOf));

function blockAsText(block: Block, urlOf: UrlOf): string {
  const said = (parts: readonly Inline[]): string => parts.map((part) => inlineAsText(part, urlOf)).join('');
  switch (block.kind) {
    case 'heading':
    case 'paragraph':
      return said(block.content);
    case 'quote':
      return said(block.content).replace(/^/gm, '> ');
    case 'list':
      return block.items.map((item, index) => `${block.isOrdered ? `${index + 1}.` : '-'} ${said(item)}`).join('\n');
    case 'code':
      return block.text;
    case 'rule':
      return '----------';
  }
}

function inlineAsText(part: Inline, urlOf: UrlOf): string {
  switch (part.kind) {
    case 'text':
    case 'code':
      return part.text;
    case 'strong':
    case 'emphasis':
      return part.content.map((one) => inlineAsText(one, urlOf)).join('');
    case 'link': {
      const href = hrefOf(part.href, urlOf);
      return part.text === part.href ? href : `${part.text} ( ${href} )`;
    }
  }
}

/** What a list of mails shows beside the subject. */
export function firstWords(blocks: readonly Block[]): string | null {
  const content = blocks.flatMap((block) => (block.kind === 'paragraph' ? [block.content] : []))[0];
  return content ? content.map(wordsOf).join('').slice(0, 200) : null;
}

/** Without addresses. */
const wordsOf = (part: Inline): string => ('text' in part ? part.text : part.content.map(wordsOf).join(''));

/** The web, a page of this site, or a mailbox: the reader of Markdown lets nothing else through. */
const hrefOf = (href: string, urlOf: UrlOf): string =>
  href.startsWith('/') ? safeUrl(urlOf(href)) : /^mailto:/i.test(href) ? new URL(href).href : safeUrl(href);
