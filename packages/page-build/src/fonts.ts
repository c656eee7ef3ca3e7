import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';

/** What holds words: every character of Japanese that stands in them is in the font; whatever else is typed is the system's. */
const folders = ['apps', 'packages', 'brands'];
const holdsWords = /\.(?:tsx?|json|md|html)$/;
/** Kana, punctuation and full-width forms, whether they stand in a word or not. */
const always: readonly (readonly [number, number])[] = [
  [0x3000, 0x30ff],
  [0xff01, 0xff9f],
];
const japanese = /[\u3000-\u30ff\u3400-\u9fff\uff01-\uff9f]/g;
const japaneseRange = 'U+3000-30FF, U+3400-9FFF, U+FF01-FF9F';

const { resolve } = createRequire(import.meta.url);
const sourceOf = (weight: number): string => resolve(`@fontsource/ibm-plex-sans-jp/files/ibm-plex-sans-jp-japanese-${weight}-normal.woff2`);
const latin = resolve('@fontsource-variable/ibm-plex-sans/files/ibm-plex-sans-latin-wght-normal.woff2');

async function charactersOf(root: string): Promise<string> {
  const found = new Set<string>();
  for (const [first, last] of always) for (let code = first; code <= last; code++) found.add(String.fromCodePoint(code));
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && holdsWords.test(entry.name) && !entry.parentPath.includes('node_modules'));
    for (const { parentPath, name } of files) {
      for (const character of (await readFile(join(parentPath, name), 'utf8')).match(japanese) ?? []) found.add(character);
    }
  }
  return [...found].sort().join('');
}

/** Cutting takes seconds, and every front end wants the same. */
async function cutOnce(cache: string, font: Buffer, characters: string): Promise<Buffer> {
  const file = join(cache, `${createHash('sha256').update(font).update(characters).digest('hex')}.woff2`);
  const known = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (known) return known;
  const cut = await subsetFont(font, characters, { targetFormat: 'woff2' });
  await mkdir(cache, { recursive: true });
  await writeFile(file, cut);
  return cut;
}

interface Face {
  readonly file: string;
  readonly source: Buffer;
  /** What it is for. */
  readonly use: string;
}

const faceOf = (name: string, source: Buffer, use: string): Face => {
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 8);
  return { file: `assets/${name}-${hash}.woff2`, source, use };
};

/**
 * One typeface for all that is shown, from this server: IBM Plex Sans, of every weight, and of its Japanese companion what
 * the product's own words need, in the two weights that are used. Stands in the page's head, where nothing waits for it.
 *
 * @param root - of the project, whose words are looked through
 */
export function fonts(root: string, basePath: string): Plugin {
  let faces: readonly Face[] = [];
  const cssOf = ({ file, use }: Face): string =>
    `@font-face{font-family:Plex;font-display:swap;src:url(${basePath}${file}) format("woff2");${use}}`;
  return {
    name: 'fonts',
    apply: 'build',
    async buildStart() {
      const characters = await charactersOf(root);
      const subset = async (weight: number) => cutOnce(join(root, '.cache/fonts'), await readFile(sourceOf(weight)), characters);
      const latinFont = await readFile(latin);
      // Said of the same weights, so that a browser takes both together as one face.
      const [regular, semibold] = ['font-weight:100 500', 'font-weight:501 900'];
      faces = [
        faceOf('plex', latinFont, regular),
        faceOf('plex', latinFont, semibold),
        faceOf('plex-jp', await subset(400), `${regular};unicode-range:${japaneseRange}`),
        faceOf('plex-jp-semibold', await subset(600), `${semibold};unicode-range:${japaneseRange}`),
      ];
      for (const { file, source } of faces) this.emitFile({ type: 'asset', fileName: file, source });
    },
    transformIndexHtml: () => [
      { tag: 'style', children: faces.map(cssOf).join(''), injectTo: 'head' },
      {
        tag: 'link',
        attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `${basePath}${faces[0]?.file}` },
        injectTo: 'head',
      },
    ],
  };
}
