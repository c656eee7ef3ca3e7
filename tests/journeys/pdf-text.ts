import { inflateSync } from 'node:zlib';

/** An object of the file: its dictionary, and what it streams. */
interface Part {
  readonly dictionary: string;
  readonly stream: string;
}

/**
 * The text of a PDF as Chromium prints it, page by page in the order of painting. No more is read of the format than that
 * needs: glyphs by number, each font with its table of what they stand for.
 */
export function textOfPdf(file: Buffer): string {
  const parts = partsOf(file);
  const read = (id: string | undefined): Part => parts.get(Number(id)) ?? { dictionary: '', stream: '' };
  /** What an entry leads to, wherever it stands. */
  const entry = (dictionary: string, name: string): string => {
    const [, id, inner] = new RegExp(`/${name}\\s*(?:(\\d+) 0 R|<<([\\s\\S]*?)>>)`).exec(dictionary) ?? [];
    return id === undefined ? (inner ?? '') : read(id).dictionary;
  };
  const named = (list: string): readonly (readonly [string, string])[] =>
    [...list.matchAll(/\/(\w+)\s+(\d+) 0 R/g)].map(([, name = '', id = '']) => [name, id] as const);
  const fontOf = (id: string): Font => glyphsOf(read(/\/ToUnicode (\d+) 0 R/.exec(read(id).dictionary)?.[1]).stream);
  const textOf = ({ dictionary, stream }: Part): string => {
    const resources = /\/Resources \d/.test(dictionary) ? entry(dictionary, 'Resources') : dictionary;
    const fonts = new Map(named(entry(resources, 'Font')).map(([name, id]) => [name, fontOf(id)]));
    const forms = new Map(named(entry(resources, 'XObject')));
    let font = noFont;
    let text = '';
    for (const [, name, glyphs, form, line] of stream.matchAll(/\/(\w+) [-\d.]+ Tf|<([0-9A-Fa-f]+)>(?=[^<>]*T[jJ])|\/(\w+) Do|(\bET\b)/g)) {
      if (name) font = fonts.get(name) ?? noFont;
      if (glyphs)
        text += glyphs
          .match(font.size)
          ?.map((glyph) => font.texts.get(Number.parseInt(glyph, 16)) ?? '\uFFFD')
          .join('');
      if (form && /\/Subtype \/Form/.test(read(forms.get(form)).dictionary)) text += textOf(read(forms.get(form)));
      if (line) text += '\n';
    }
    return text;
  };
  const pagesBelow = (id: number): readonly Part[] => {
    const { dictionary } = read(String(id));
    const kids = /\/Kids\s*\[([^\]]*)\]/.exec(dictionary)?.[1];
    if (kids !== undefined) return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid]) => pagesBelow(Number(kid)));
    return [{ dictionary, stream: read(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]).stream }];
  };
  const [root] = [...parts].find(([, { dictionary }]) => /\/Type \/Pages\b/.test(dictionary) && !/\/Parent\b/.test(dictionary)) ?? [];
  if (root === undefined) throw new Error('it has no pages');
  return pagesBelow(root).map(textOf).join('\n');
}

function partsOf(file: Buffer): ReadonlyMap<number, Part> {
  const whole = file.toString('latin1');
  const parts = new Map<number, Part>();
  for (const { 0: head, 1: id, index } of whole.matchAll(/(?<=^|\n)(\d+) 0 obj\b/g)) {
    const body = whole.slice(index + head.length, whole.indexOf('endobj', index));
    const at = body.search(/stream\r?\n/);
    const dictionary = at === -1 ? body : body.slice(0, at);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    const from = index + head.length + at + (/^stream\r/.test(body.slice(at)) ? 8 : 7);
    const packed = at === -1 ? Buffer.alloc(0) : file.subarray(from, from + length);
    const isText = packed.length > 0 && !/\/(?:Subtype \/Image|FontFile|Length1)\b/.test(dictionary);
    parts.set(Number(id), {
      dictionary,
      stream: isText ? (dictionary.includes('/FlateDecode') ? inflateSync(packed) : packed).toString('latin1') : '',
    });
  }
  return parts;
}

/** What a font's glyphs stand for, and how many digits tell one of them apart. */
interface Font {
  readonly size: RegExp;
  readonly texts: ReadonlyMap<number, string>;
}

const noFont: Font = { size: /.{4}/g, texts: new Map() };

/** @param table - a font's own, of pairs and of ranges */
function glyphsOf(table: string): Font {
  const glyphs = new Map<number, string>();
  const [, last = 'FFFF'] = /begincodespacerange\s*<\w+>\s*<(\w+)>/.exec(table) ?? [];
  const textOf = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');
  for (const [, pairs = ''] of table.matchAll(/beginbfchar([\s\S]*?)endbfchar/g))
    for (const [, glyph = '', text = ''] of pairs.matchAll(/<(\w+)>\s*<(\w+)>/g)) glyphs.set(Number.parseInt(glyph, 16), textOf(text));
  for (const [, ranges = ''] of table.matchAll(/beginbfrange([\s\S]*?)endbfrange/g))
    for (const [, from = '', to = '', text = ''] of ranges.matchAll(/<(\w+)>\s*<(\w+)>\s*<(\w+)>/g))
      for (let glyph = Number.parseInt(from, 16); glyph <= Number.parseInt(to, 16); glyph++)
        glyphs.set(glyph, String.fromCodePoint(Number.parseInt(text, 16) + glyph - Number.parseInt(from, 16)));
  return { size: new RegExp(`.{${last.length}}`, 'g'), texts: glyphs };
}
