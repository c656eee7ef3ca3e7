/** What stands in a line. */
export type Inline =
  | { readonly kind: 'text' | 'code'; readonly text: string }
  | { readonly kind: 'strong' | 'emphasis'; readonly content: readonly Inline[] }
  | { readonly kind: 'link'; readonly href: string; readonly text: string };

export type Block =
  | { readonly kind: 'heading'; readonly level: number; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph' | 'quote'; readonly content: readonly Inline[] }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly (readonly Inline[])[] }
  | { readonly kind: 'code'; readonly text: string }
  | { readonly kind: 'rule' };

/**
 * What somebody else's text may say: headings, paragraphs, quotes, flat lists, code, rules, emphasis and links. There is no
 * HTML in it, and no picture: they stay the text that they are.
 */
export function parseMarkdown(text: string): Block[] {
  const blocks: Block[] = [];
  const lines = text.replace(/\r\n?/g, '\n').split('\n');
  let at = 0;
  /** Takes the lines that follow as long as they are of a kind. */
  const take = (isOne: (line: string) => boolean): string[] => {
    const from = at;
    while (at < lines.length && isOne(lines[at] ?? '')) at++;
    return lines.slice(from, at);
  };
  while (at < lines.length) {
    const line = lines[at] ?? '';
    const heading = /^(#{1,6}) (.*)$/s.exec(line);
    if (line.trim() === '') at++;
    else if (line.startsWith('```')) {
      at++;
      blocks.push({ kind: 'code', text: take((one) => !one.startsWith('```')).join('\n') });
      at++;
    } else if (heading) {
      at++;
      const [, signs = '', title = ''] = heading;
      blocks.push({ kind: 'heading', level: signs.length, content: parseInline(title) });
    } else if (isRule(line)) {
      at++;
      blocks.push({ kind: 'rule' });
    } else if (isQuote(line)) {
      const quoted = take(isQuote).map((one) => one.replace(/^> ?/, ''));
      blocks.push({ kind: 'quote', content: parseInline(quoted.join('\n')) });
    } else if (isBullet(line) || isNumbered(line)) {
      const isOne = isBullet(line) ? isBullet : isNumbered;
      const items = take(isOne).map((one) => parseInline(one.replace(/^ {0,3}(?:[-*+]|\d{1,9}[.)]) /, '')));
      blocks.push({ kind: 'list', isOrdered: isOne === isNumbered, items });
    } else {
      at++;
      blocks.push({ kind: 'paragraph', content: parseInline([line, ...take(isPlain)].join('\n')) });
    }
  }
  return blocks;
}

const isRule = (line: string): boolean => /^(?:-{3,}|\*{3,}|_{3,})$/.test(line.trim());
const isQuote = (line: string): boolean => line.startsWith('>');
const isBullet = (line: string): boolean => /^ {0,3}[-*+] /.test(line) && !isRule(line);
const isNumbered = (line: string): boolean => /^ {0,3}\d{1,9}[.)] /.test(line);
const isPlain = (line: string): boolean =>
  line.trim() !== '' && !/^(?:#{1,6} |```)/.test(line) && ![isRule, isQuote, isBullet, isNumbered].some((is) => is(line));

/** In order: an escaped sign, code, strong, emphasis, a link, an address as it stands. None of them runs over a line. */
const inline =
  /\\([\\`*_[\]#>-])|`([^`\n]+)`|\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|\[([^[\]\n]{1,200})\]\(([^()\s]{1,500})\)|(https?:\/\/[^\s<>()[\]"'、。）」]{1,500})/g;

function parseInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  const add = (said: string) => said !== '' && parts.push({ kind: 'text', text: said });
  for (const match of text.matchAll(inline)) {
    const [whole, escaped, code, strong, emphasis, linked, href, address] = match;
    add(text.slice(from, match.index));
    from = match.index + whole.length;
    if (escaped !== undefined) add(escaped);
    else if (code !== undefined) parts.push({ kind: 'code', text: code });
    else if (strong !== undefined) parts.push({ kind: 'strong', content: parseInline(strong) });
    else if (emphasis !== undefined) parts.push({ kind: 'emphasis', content: parseInline(emphasis) });
    else {
      const to = href ?? address ?? '';
      if (isSafe(to)) parts.push({ kind: 'link', href: to, text: linked ?? to });
      else add(whole);
    }
  }
  add(text.slice(from));
  return parts;
}

/** The web, a mailbox, or a page of this site: nothing that a browser would run. */
function isSafe(href: string): boolean {
  if (/^\/(?![/\\])/.test(href)) return true;
  return /^(?:https?:\/\/|mailto:)/i.test(href) && URL.canParse(href);
}
