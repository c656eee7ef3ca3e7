import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import type { Plugin, Rolldown, UserConfig } from 'vite';
import { fonts } from './fonts.ts';
import { precompress } from './precompress.ts';

const packages =
  /node_modules[\\/](?:react|react-dom|scheduler|react-i18next|i18next[^\\/]*|@emotion|stylis|@tanstack[\\/](?:router-core|react-router|history|store|react-store)|@mui[\\/](?:system|styled-engine|utils|private-theming))[\\/]/;
const fewWords = /messages[\\/]src[\\/](?:fill|cause-words|(?:ja|en)[\\/]first-refusals)\.ts$/;
const refusals = /messages[\\/]src[\\/](?:ja|en)[\\/]refusals\.ts$/;
const anyOf = (tests: readonly RegExp[]): RegExp => new RegExp(tests.map(({ source }) => source).join('|'));

/**
 * Few files: a slow connection waits for every one. What every page needs is in one that changes only with its versions, with
 * what many word files share, too little for a file of its own; but not the refusals where all of them are read somewhere.
 */
const startOf = (allRefusals: boolean): readonly Rolldown.CodeSplittingGroup[] => [
  { name: 'framework', test: anyOf([packages, fewWords, ...(allRefusals ? [] : [refusals])]), priority: 3 },
  { name: 'start', tags: ['$initial'], priority: 2 },
];

interface FrontEnd {
  /** Where its pages begin, with a slash at both ends. */
  readonly basePath: string;
  /** Further files that its scripts are gathered in. */
  readonly chunks?: readonly Rolldown.CodeSplittingGroup[];
  /** Some section shows what any call may be refused with. */
  readonly allRefusals?: boolean;
}

/** How a front end is built, and served while it is worked on. */
export function frontEnd({ basePath, chunks = [], allRefusals = false }: FrontEnd): UserConfig {
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
      rolldownOptions: { output: { codeSplitting: { groups: [...startOf(allRefusals), ...chunks] } } },
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
