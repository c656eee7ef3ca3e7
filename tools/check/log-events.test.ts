import { logEvents } from '@tenbin/telemetry';
import { expect, test } from 'vitest';
import { isTest, readSources } from './imports.ts';

const events = Object.keys(logEvents);

test('every event is a noun and what happened to it', () => {
  expect(events.filter((event) => !/^[a-z_]+\.[a-z_]+$/.test(event))).toEqual([]);
});

test('every event is logged somewhere', () => {
  const table = 'packages/telemetry/src/log.ts';
  const sources = readSources(process.cwd(), ['packages', 'apps']).filter(({ path }) => !isTest(path) && path !== table);
  const text = sources.map((source) => source.text).join('\n');
  expect(events.filter((event) => !text.includes(`'${event}'`))).toEqual([]);
});
