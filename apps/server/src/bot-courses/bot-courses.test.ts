import { type BotCourse, listBotCourses } from '@tenbin/contract';
import { silentLog } from '@tenbin/telemetry';
import { openMetrics, type ProcessMetrics } from '@tenbin/telemetry/process';
import { connectExchange } from '@tenbin/testkit/exchange';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createBacktestRunner } from '../backtests/backtest-runner.ts';
import { createCandleService } from '../candles/candle-service.ts';
import { createExchangeAccess } from '../exchange-access/exchange-access.ts';
import { expectSpecifiedCalls } from '../testing/specified-calls.ts';
import { startTestServer, type TestServer, type TestUser } from '../testing/start-test-server.ts';
import { type CourseResults, createCourseResults } from './course-results.ts';

let server: TestServer;
let user: TestUser;
let results: CourseResults;
let shown: ProcessMetrics;
let logged: string[];
const closing: (() => Promise<void>)[] = [];

beforeAll(async () => {
  server = await startTestServer();
  user = await server.makeUser();
});
beforeEach(async () => {
  logged = [];
  shown = await openMetrics(null, silentLog);
  const write = (fields: unknown, event: string) => void logged.push(`${event} ${JSON.stringify(fields)}`);
  const log = { info: write, warn: write, error: write };
  const { database, clock } = server;
  const exchanges = createExchangeAccess({ connect: connectExchange, clock });
  const candles = createCandleService({ store: database.platform.candles, exchanges, clock, log });
  const backtests = createBacktestRunner({ clock, log });
  results = createCourseResults({ database, exchanges, candles, backtests, clock, log, metrics: shown.metrics });
  closing.push(async () => {
    for (const part of [candles, backtests, exchanges]) await part.close();
  });
});
afterAll(async () => {
  for (const close of closing) await close();
  await server.close();
});

const courses = () => user.client.call(listBotCourses, {});
const byType = (list: readonly { type: string }[]) => Object.fromEntries(list.map((course) => [course.type, course])) as never;

test('a trial has three courses, told in the reader’s language, and at first without results', async () => {
  const list = await courses();
  expect(list.map(({ type, delta, backTest }) => [type, delta, backTest])).toEqual([
    ['basic', 0.005, null],
    ['balance', 0.01, null],
    ['challenge', 0.005, null],
  ]);
  expect(list[0]).toMatchObject({ title: 'Basic', organizationId: server.tenbin.id });
  const japanese = await server.call('GET', '/api/bot-courses', { key: user.key, headers: { 'accept-language': 'ja' } });
  expect(japanese.body[0].title).toBe('ベーシック');
});

test('results are computed for every organization; a course that cannot be tested does not hold the others up, and is tried again with each run', async () => {
  await results.renew();
  const { basic, balance, challenge }: Record<string, BotCourse> = byType(await courses());
  expect(basic?.backTest?.executionCount).toBeGreaterThan(0);
  expect(balance?.backTest?.executionCount).toBeLessThan(basic?.backTest?.executionCount ?? 0);
  expect(basic?.backTest?.annualRate).toEqual(expect.any(Number));
  const { from = '', to = '' } = basic?.backTest ?? {};
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBeGreaterThan(29);
  // The market of the tests has no XRP.
  expect(challenge?.backTest).toBeNull();
  expect(logged).toHaveLength(2);
  expect(logged[0]).toContain('course.failed');
  expect(await shown.metrics.read('job_parts_failed_total')).toMatchObject([{ labels: { queue: 'courses' }, value: 2 }]);
  // By whichever server: nothing of it is kept in this one.
  await results.renew();
  expect(logged).toHaveLength(4);
  const others = await server.database.forOrganization(server.kohaku.id).botCourses.list();
  expect(others.map(({ backTest }) => backTest !== null)).toEqual([true, true, false]);
});

test('a result is renewed after a day, or when the settings changed; otherwise it stays', async () => {
  await results.renew();
  const { botCourses } = server.database.forOrganization(server.tenbin.id);
  const [before] = await botCourses.list();
  await results.renew();
  expect((await botCourses.list())[0]).toEqual(before);
  if (!before) throw new Error('no course');
  await botCourses.save({ ...before, strategy: { ...before.strategy, kind: 'balancing', delta: 0.002 } });
  await results.renew();
  const [changed] = await botCourses.list();
  expect(changed?.backTest?.executionCount).toBeGreaterThan(before.backTest?.executionCount ?? 0);
  server.clock.advance(25 * 3_600_000);
  await results.renew();
  expect(Date.parse((await botCourses.list())[0]?.backTest?.to ?? '')).toBeGreaterThan(Date.parse(changed?.backTest?.to ?? ''));
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
