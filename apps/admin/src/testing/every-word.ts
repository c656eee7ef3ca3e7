import { sectionWords } from '../app/section-words.ts';
import type { Words } from '../app/text.ts';
import { publicWords as publicEn } from '../words/en/public.ts';
import { publicWords as publicJa } from '../words/ja/public.ts';

async function everyWordIn(language: 'ja' | 'en'): Promise<Words> {
  const sections = Object.entries(sectionWords).map(async ([file, load]) => [file, await load[language]()] as const);
  return { ...{ ja: publicJa, en: publicEn }[language], ...Object.fromEntries(await Promise.all(sections)) } as Words;
}

/** All texts of the administrators' front end, by file: what its pages fetch in parts, at once. */
export const everyWord = { ja: await everyWordIn('ja'), en: await everyWordIn('en') } as const;
