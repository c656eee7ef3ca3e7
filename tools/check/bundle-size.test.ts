import { expect, test } from 'vitest';
import { circleOf, filesOf, inEnglish, type Manifest, together, type Visit, workersIn } from './bundle-size.ts';

const manifest: Manifest = {
  'index.html': { file: 'entry.js', imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js' },
  'login.tsx': { file: 'login.js', imports: ['_shared.js', '_form.js'] },
  '_form.js': { file: 'form.js' },
  'dashboard.tsx': { file: 'dashboard.js', imports: ['_shared.js', 'index.html', '_table.js'] },
  '_table.js': { file: 'table.js' },
};
const login: Visit = { name: 'login', sources: ['index.html', 'login.tsx'], budget: 1 };

test('a visit loads its sources and all that they import, each once', () => {
  expect([...filesOf(login, manifest)].sort()).toEqual(['entry.js', 'form.js', 'login.js', 'shared.js']);
});

test('what the pages before brought is not loaded again', () => {
  expect([...filesOf({ name: 'dashboard', sources: ['dashboard.tsx'], after: login, budget: 1 }, manifest)].sort()).toEqual([
    'dashboard.js',
    'table.js',
  ]);
});

test('of several pages one after the other each brings only what none before it did', () => {
  const form: Visit = { name: 'form', sources: ['_form.js'], after: login, budget: 1 };
  expect([...filesOf({ name: 'dashboard', sources: ['dashboard.tsx'], after: form, budget: 1 }, manifest)].sort()).toEqual([
    'dashboard.js',
    'table.js',
  ]);
});

test('pages that are gathered in one file go by its name', () => {
  const gathered: Manifest = { ...manifest, '_main-1.js': { file: 'main-1.js', name: 'main', imports: ['_table.js'] } };
  expect([...filesOf({ name: 'main', sources: ['main'], budget: 1 }, gathered)].sort()).toEqual(['main-1.js', 'table.js']);
});

test('a source that has no chunk is named', () => {
  expect(() => filesOf({ ...login, sources: ['gone.tsx'] }, manifest)).toThrow('gone.tsx');
});

test('chunks that import one another are found, and those that meet again are none', () => {
  expect(circleOf(manifest)).toBeNull();
  expect(circleOf({ ...manifest, '_form.js': { file: 'form.js', imports: ['login.tsx'] } })).toEqual(['login.js', 'form.js', 'login.js']);
});

test('what a page fetches by itself once it is there counts with it, what is fetched on demand does not', () => {
  const lazy: Manifest = {
    ...manifest,
    'dashboard.tsx': { file: 'dashboard.js', imports: ['_table.js'], dynamicImports: ['chart.ts', 'passkey.ts'] },
    'chart.ts': { file: 'chart.js', imports: ['_axis.js'] },
    '_axis.js': { file: 'axis.js' },
    'passkey.ts': { file: 'passkey.js' },
  };
  const dashboard: Visit = { name: 'dashboard', sources: ['dashboard.tsx'], budget: 1 };
  expect([...filesOf(dashboard, lazy, (source) => source === 'passkey.ts')].sort()).toEqual([
    'axis.js',
    'chart.js',
    'dashboard.js',
    'table.js',
  ]);
});

test('a worker is found in the script that starts it', () => {
  expect(workersIn('const a=new Worker(new URL(`/assets/backtest-worker-Cpm_w-8.js`,``+import.meta.url));let b="assets/other.js"')).toEqual(
    ['assets/backtest-worker-Cpm_w-8.js'],
  );
});

test('screens that bring the same are one visit with both addresses', () => {
  const visit = (name: string, sources: readonly string[], after?: Visit): Visit => ({ name, sources, budget: 1, ...(after && { after }) });
  expect(together([visit('/a', ['a']), visit('/b', ['b']), visit('/c', ['a']), visit('/d', ['a'], login)]).map(({ name }) => name)).toEqual(
    ['/a /c', '/b', '/d'],
  );
});

test('who reads English fetches the English words on the page before as well, and no Japanese ones', () => {
  const before: Visit = { name: 'login', sources: ['index.html', 'src/words/ja/public.ts'], budget: 1 };
  expect(inEnglish({ name: 'frame', sources: ['shell', 'words-ja'], after: before, budget: 1 })).toMatchObject({
    sources: ['shell', 'words-en'],
    after: { sources: ['index.html', 'src/words/en/public.ts'] },
  });
});
