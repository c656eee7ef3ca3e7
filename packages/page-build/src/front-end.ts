import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown, UserConfig } from 'vite';
import { fonts } from './fonts.ts';
import { precompress } from './precompress.ts';

const packages =
  /node_modules[\\/](?:react|react-dom|scheduler|react-i18next|i18next[^\\/]*|@emotion|stylis|@tanstack[\\/](?:router-core|react-router|history|store|react-store)|@mui[\\/](?:system|styled-engine|utils|private-theming))[\\/]/;
const fewWords = /messages[\\/]src[\\/](?:fill|message|(?:ja|en)[\\/](?:first-refusals|role-names))\.ts$/;
const refusals = /messages[\\/]src[\\/](?:ja|en)[\\/]refusals\.ts$/;
const anyOf = (tests: readonly RegExp[]): RegExp => new RegExp(tests.map(({ source }) => source).join('|'));

type Chunks = readonly Rolldown.CodeSplittingGroup[];

/**
 * Few files: a slow connection waits for every one. What every page needs is in one that changes only with its versions, with
 * what many word files share, too little for a file of its own.
 */
const startOf = (everywhere: readonly RegExp[]): Chunks => [
  { name: 'framework', test: anyOf([packages, fewWords, ...everywhere]), priority: 4 },
  { name: 'start', tags: ['$initial'], priority: 3 },
];

const anyWords = /[\\/]words[\\/]|messages[\\/]src[\\/](?:ja|en)[\\/]/;
const wordsOf = (language: string): Rolldown.CodeSplittingGroup => ({
  name: `words-${language}`,
  test: new RegExp(
    `(?:apps[\\\\/]\\w+|bot-views)[\\\\/]src[\\\\/]words[\\\\/]${language}[\\\\/](?!(?:public|shell|auth)\\.ts$)|messages[\\\\/]src[\\\\/]${language}[\\\\/]`,
  ),
});

/**
 * Staff have many sections: behind the log-in the frame is a file, what its sections share, and each language's words. A file has
 * what later ones share with it: the frame comes after the pages that a mail leads to.
 */
const behindStaffLogin: Chunks = [
  { name: 'mailed', test: /[\\/]sign-in[\\/]pages\.ts$|[\\/]section-words\.ts$/, priority: 2 },
  { name: 'shell', test: /[\\/]shell[\\/]pages\.ts$/, priority: 1 },
  wordsOf('ja'),
  wordsOf('en'),
  { name: 'shared', test: (id) => !anyWords.test(id), minShareCount: 2 },
];

interface FrontEnd {
  /** Where its pages begin, with a slash at both ends. */
  readonly basePath: string;
  /** Further files that its scripts are gathered in. */
  readonly chunks: Chunks;
}

/** That of those who trade. The words of refusals are with what every page needs. */
export const frontEnd = ({ basePath, chunks }: FrontEnd): UserConfig => configOf(basePath, [...startOf([refusals]), ...chunks]);

/** One of staff: some section shows what any call may be refused with, so those words come with their pages. */
export const staffFrontEnd = (basePath: string): UserConfig => configOf(basePath, [...startOf([]), ...behindStaffLogin]);

/** How a front end is built, and served while it is worked on. */
function configOf(basePath: string, groups: Chunks): UserConfig {
  const api = process.env.API ?? 'http://127.0.0.1:3000';
  return {
    base: basePath,
    plugins: [startPage(), react(), fonts(join(import.meta.dirname, '../../..'), basePath), precompress()],
    build: {
      manifest: true,
      target: 'es2022',
      reportCompressedSize: false,
      // The framework, not compressed.
      chunkSizeWarningLimit: 700,
      rolldownOptions: { output: { codeSplitting: { groups: [...groups] } } },
    },
    server: {
      host: '127.0.0.1',
      // Its own base path leads to calls as well as to pages: a browser asks for a page, its scripts for data.
      proxy: {
        ...Object.fromEntries(['/api', '/brands', '/trial'].map((path) => [path, { target: api }])),
        ...(basePath !== '/' && { [basePath]: { target: api, bypass: ({ url, headers }) => (isCall(headers.accept) ? null : url) } }),
      },
    },
  };
}

const isCall = (accept = ''): boolean => /^(?:application\/json|text\/event-stream|text\/csv)/.test(accept);

/** What is seen before any script has come, the same for every front end; an app's `index.html` has its scripts alone. */
function startPage(): Plugin {
  const page = readFileSync(join(import.meta.dirname, 'start-page.html'), 'utf8');
  return { name: 'start-page', transformIndexHtml: { order: 'pre', handler: (scripts) => page.replace('<!--scripts-->', () => scripts) } };
}
