import { cleanup, render, screen } from '@testing-library/react';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { MarkdownText } from './markdown-text.tsx';

afterEach(cleanup);

const draw = (text: string): HTMLElement => render(<MarkdownText>{text}</MarkdownText>).container;

test('headings, paragraphs, lists, quotes, code and rules are what they say', () => {
  const page = draw(
    '# What a bp is\n\nA **basis point** is *0.01 %*.\nOne line more.\n\n- a\n- `b`\n\n1. first\n2. second\n\n> said\n\n---\n\n```\n1 bp\n```',
  );
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('What a bp is');
  expect(page.querySelector('p')?.textContent).toBe('A basis point is 0.01 %.\nOne line more.');
  expect([page.querySelector('strong')?.textContent, page.querySelector('em')?.textContent]).toEqual(['basis point', '0.01 %']);
  expect([...page.querySelectorAll('ul li, ol li')].map(({ textContent }) => textContent)).toEqual(['a', 'b', 'first', 'second']);
  expect(page.querySelector('blockquote')?.textContent).toBe('said');
  expect(page.querySelector('pre')?.textContent).toBe('1 bp');
  expect(page.querySelector('hr')).not.toBeNull();
});

test('a line separator within a line is no more than a character of it', () => {
  draw('# Fees\u2028and more\n\nText');
  expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Fees\u2028and more');
});

test('links lead to the web in a tab of their own, or to a page of this site', () => {
  draw('[Guide](https://example.com/a?b=1), [plans](/plan), [write](mailto:help@example.jp) or https://example.com/x。');
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href'), link.getAttribute('target')]);
  expect(links).toEqual([
    ['Guide', 'https://example.com/a?b=1', '_blank'],
    ['plans', '/plan', null],
    ['write', 'mailto:help@example.jp', '_blank'],
    ['https://example.com/x', 'https://example.com/x', '_blank'],
  ]);
  expect(screen.getAllByRole('link')[0]?.getAttribute('rel')).toBe('noopener noreferrer');
});

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '# <a href="javascript:alert(1)">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert)',
  '[x](data:text/html;base64,PHNjcmlwdD4=)',
  '[x](vbscript:x)',
  '[x](//evil.example)',
  '[x](/\\evil.example)',
  '![x](https://example.com/x.png)<iframe src=/>',
])('%s is text and nothing else', (text) => {
  const page = draw(text);
  expect(
    page.querySelector('script, img, iframe, a[href^="j" i], a[href^="data"], a[href^="v"], a[href^="//"], a[href*="evil"]'),
  ).toBeNull();
  expect(page.innerHTML).not.toMatch(/<[^>]*\son\w+=/);
});

test('whatever is written, only links that a browser does not run come of it', () => {
  const piece = fc.constantFrom(
    '*',
    '**',
    '`',
    '[',
    ']',
    '(',
    ')',
    '](',
    'javascript:x',
    'https://a.jp',
    '/p',
    '<b>',
    '\n',
    '- ',
    '# ',
    '> ',
    'w ',
    '\\',
  );
  let links = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
      const page = draw(pieces.join(''));
      const drawn = page.querySelectorAll('a');
      links += drawn.length;
      for (const link of drawn) expect(link.getAttribute('href')).toMatch(/^(?:https:\/\/a\.jp|\/p)/);
      expect(page.querySelector('b')).toBeNull();
      cleanup();
    }),
    { numRuns: 200, seed: 7 },
  );
  expect(links).toBeGreaterThan(0);
});
