import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fillStartPage } from './fill-start-page.ts';

const page = readFileSync(new URL('../../../../packages/page-build/src/start-page.html', import.meta.url), 'utf8');
const palette = { background: '#fff', text: '#111', border: '#eee' };
const installation = {
  organization: '0198e0c4-0000-7000-8000-000000000001',
  organizationName: 'A </script><script>alert(1)</script>',
  brand: { name: '<b>Kohaku & $& Sons</b>', theme: { light: palette, dark: { ...palette, background: '#000' } } },
  isDraft: false,
  trial: null,
};

test('the start page says whose it is, in its colours, and carries what its scripts ask for first', () => {
  const filled = fillStartPage(page, installation);
  expect(filled).toContain('<title>&lt;b&gt;Kohaku &amp; $&amp; Sons&lt;/b&gt;</title>');
  expect(filled).toContain('aria-busy="true">&lt;b&gt;Kohaku &amp; $&amp; Sons&lt;/b&gt;');
  expect(filled).toContain('--start-ground:#fff');
  expect(filled).toContain('(prefers-color-scheme:dark){:root{--start-ground:#000');
  const data = /<script type="application\/json" id="installation">(.*?)<\/script>/.exec(filled)?.[1];
  expect(JSON.parse(data ?? '')).toEqual(installation);
});

test('nothing in it becomes a tag of the page', () => {
  const tags = (html: string) => html.match(/<\/?(?:script|b)\b/g)?.length;
  expect(tags(fillStartPage(page, installation))).toBe((tags(page) ?? 0) + 2);
});
