import { expect, test } from 'vitest';
import { importTable, pureParts, surfaces } from './import-table.ts';
import { checkImports, readSources, type Source } from './imports.ts';

const rules = { table: importTable, pureParts, surfaces };
const planted = (path: string, text: string): Source[] => [{ path, text }];
const messages = (sources: Source[]) => checkImports(sources, rules).map((violation) => violation.message);

test('the project keeps to the import table', () => {
  const sources = readSources(process.cwd(), ['packages', 'apps']);
  expect(sources.length).toBeGreaterThan(50);
  expect(checkImports(sources, rules)).toEqual([]);
});

test.each([
  ['a pure package that imports the database', 'packages/strategy/src/x.ts', "import { db } from '@tenbin/db';"],
  ['a type import counts', 'packages/engine/src/x.ts', "import type { Row } from '@tenbin/db';"],
  ['an import over several lines', 'packages/engine/src/x.ts', "import {\n  a,\n  b,\n} from '@tenbin/exchange-ccxt';"],
  ['a re-export', 'packages/market/src/x.ts', "export * from '@tenbin/strategy';"],
  ['an import at run time', 'packages/bots/src/x.ts', "const x = await import('@tenbin/engine');"],
  ['a path that leaves the part', 'packages/engine/src/x.ts', "import { y } from '../../db/src/y.ts';"],
  ['a feature that imports another', 'apps/console/src/features/bots/x.tsx', "import { y } from '../history/y.ts';"],
  ['a pure package that touches the machine', 'packages/market/src/x.ts', "import fs from 'node:fs';"],
  ['one adapter that imports the other', 'packages/exchange-ccxt/src/x.ts', "import { y } from '@tenbin/exchange-virtual';"],
  ['a surface that imports another', 'apps/server/src/user/bots/x.ts', "import { y } from '../../organization/stops/y.ts';"],
  ['a shared service that imports a surface', 'apps/server/src/live/x.ts', "import { y } from '../user/events/y.ts';"],
  ['a part that nobody entered', 'packages/surprise/src/x.ts', 'export {};'],
])('catches %s', (_, path, text) => {
  expect(messages(planted(path, text))).toHaveLength(1);
});

test('lets through what the table allows, and tests', () => {
  expect(
    messages(planted('packages/strategy/src/x.ts', "import { parsePair } from '@tenbin/market';\nimport { y } from './y.ts';")),
  ).toEqual([]);
  const joined = "import { y } from './user/index.ts';";
  expect(messages(planted('apps/server/src/x.ts', joined))).toEqual([]);
  expect(messages(planted('apps/server/src/user/x.ts', "import { y } from '../live/y.ts';"))).toEqual([]);
  expect(messages(planted('packages/strategy/src/x.test.ts', "import { z } from '@tenbin/testkit';"))).toEqual([]);
});

test('names the file and the line', () => {
  expect(checkImports(planted('packages/market/src/x.ts', "const a = 1;\nimport { b } from '@tenbin/db';"), rules)).toMatchObject([
    { path: 'packages/market/src/x.ts', line: 2 },
  ]);
});
