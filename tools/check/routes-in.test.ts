import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routesIn } from './routes-in.ts';

const source = `
const fetchPages = () => import('./pages.ts');
const behind = createRoute({ getParentRoute: () => shell, id: 'behind', component: lazyPage(() => import('../shell/pages.ts'), 'Behind') });
const bot = createRoute({
  getParentRoute: () => behind,
  path: '/bots/$botId',
  loader: ({ context }) => fetchBotWords(context.app),
  component: lazyPage(fetchPages, 'BotPage'),
});
const audit = createRoute({ path: '/audit', component: lazyPage(() => import('./audit.ts'), 'AuditPage') });
`;

test('a route is its address, where its page comes from, and what its loader names', () => {
  expect(routesIn(source)).toEqual([
    { path: '/bots/$botId', pages: './pages.ts', loads: ['context', 'fetchBotWords', 'context', 'app'] },
    { path: '/audit', pages: './audit.ts', loads: [] },
  ]);
});

test('a route whose page is found nowhere is named', () => {
  expect(() => routesIn("const a = createRoute({ path: '/a', component: Page })")).toThrow('/a has no page');
});

test('every address of every front end is found', () => {
  for (const files of ['apps/console/src/app/router.tsx', 'apps/admin/src/features/*/routes.ts', 'apps/operator/src/app/router.tsx']) {
    const sources = globSync(files).map((file) => readFileSync(file, 'utf8'));
    const addresses = sources.flatMap((text) => [...text.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path));
    expect(addresses.length).toBeGreaterThan(20);
    expect(sources.flatMap((text) => routesIn(text).map(({ path }) => path))).toEqual(addresses);
  }
});

test('no front end declares an address anywhere else', () => {
  const others = globSync('apps/{console,admin,operator}/src/**/*.{ts,tsx}').filter(
    (file) => !/(?:app\/router\.tsx|features\/[\w-]+\/routes\.ts|\.test\.tsx?)$/.test(file),
  );
  expect(others.length).toBeGreaterThan(100);
  expect(others.filter((file) => /createRoute\(\{[^}]*\bpath:/.test(readFileSync(file, 'utf8')))).toEqual([]);
});
