import { resolve } from 'node:path';
import { type Brand, parseMarkdown } from '@tenbin/brand';
import { loadBrands } from '@tenbin/brand/load';
import { expect, test } from 'vitest';
import { blocksAsHtml, blocksAsText, firstWords } from './blocks.ts';
import { renderMail } from './render-mail.ts';

const brand = (await loadBrands(resolve(import.meta.dirname, '../../../brands'))).get('tenbin') as Brand;
const urlOf = (page: string) => `https://tenbin.example${page}`;
const asText = (markdown: string) => blocksAsText(parseMarkdown(markdown), urlOf).join('\n\n');
const asHtml = (markdown: string) =>
  blocksAsHtml(parseMarkdown(markdown), brand.theme.light, urlOf)
    .join('\n')
    .replace(/ (?:style|class)="[^"]*"/g, '');

test('everything that Markdown says is said in HTML and in text', () => {
  const markdown =
    '# Title\n\nSee **all** *of* `it`\nat once.\n\n> quoted\n> twice\n\n- a\n- b\n\n3. first\n4. second\n\n```\ncode\n```\n\n---';
  expect(asHtml(markdown)).toBe(
    [
      '<h2>Title</h2>',
      '<p>See <strong>all</strong> <em>of</em> <code>it</code><br>at once.</p>',
      '<blockquote>quoted<br>twice</blockquote>',
      '<ul><li>a</li>\n<li>b</li></ul>',
      '<ol><li>first</li>\n<li>second</li></ol>',
      '<pre>code</pre>',
      '<hr>',
    ].join('\n'),
  );
  expect(asText(markdown)).toBe(
    'Title\n\nSee all of it\nat once.\n\n> quoted\n> twice\n\n- a\n- b\n\n1. first\n2. second\n\ncode\n\n----------',
  );
});

test('between Japanese words there are no gaps', () => {
  expect(asHtml('これは**新機能**の[ご案内](https://example.jp/)です。')).toBe(
    '<p>これは<strong>新機能</strong>の<a href="https://example.jp/">ご案内</a>です。</p>',
  );
});

test('links lead to the web, to a page of this brand or to a mailbox, and show where in text', () => {
  const markdown = '[plans](/plan?x=1&y=2), [web](https://example.jp/a) https://example.jp/b [write](mailto:help@example.jp)';
  expect([...asHtml(markdown).matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://tenbin.example/plan?x=1&amp;y=2',
    'https://example.jp/a',
    'https://example.jp/b',
    'mailto:help@example.jp',
  ]);
  expect(asText(markdown)).toBe(
    'plans ( https://tenbin.example/plan?x=1&y=2 ), web ( https://example.jp/a ) https://example.jp/b write ( mailto:help@example.jp )',
  );
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  '[x](//evil.example)',
  '`<b>`',
  '```\n</pre><b>\n```',
])('%s is text and nothing else', (markdown) => {
  expect(asHtml(markdown)).not.toMatch(/<(?:script|img|b|a)\b/);
});

test('a list of mails shows the first words beside the subject, without addresses', () => {
  const body = '# Title\n\nThe [help](/help) **says** more.\n\nLast';
  expect(firstWords(parseMarkdown(body))).toBe('The help says more.');
  expect(firstWords(parseMarkdown('- a'))).toBeNull();
  const wording = (en: string) => ({ ja: '', en });
  const { html, text } = renderMail(
    { template: 'newsBroadcast', subject: wording('Hello'), body: wording(body) },
    { language: 'ja', brand, urlOf },
  );
  expect(html).toContain('opacity:0">The help says more.</div>');
  expect(text).toContain('help ( https://tenbin.example/help ) says more.');
});
