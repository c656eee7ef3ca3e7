/**
 * Input of every wrong kind, for every call of the contract: refused by name, and never a fault of ours.
 * A call that is added is tested by being declared.
 */
import type { Route } from '@tenbin/contract';
import { allRoutes } from '@tenbin/contract/reference';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressOf, type EveryCall, routes, startEveryCall } from './testing/every-call.ts';
import { rightQuery } from './testing/right-query.ts';
import type { Answer } from './testing/start-test-server.ts';
import { garbage, isRepeatable, isWellFormed } from './testing/well-formed.ts';

let stage: EveryCall;
beforeAll(async () => {
  stage = await startEveryCall();
});
afterAll(() => stage.server.close());

/** Right values that no rule knows: a few of them say as much as all. */
const maxRight = 4;

const wrongInside: readonly unknown[] = [null, -1, 1e308, '\0', '9'.repeat(500), '💥', {}, [[]]];

/** A right value with something wrong in its place, one level down: in a field of an object, or among the entries of a list. */
function wrongWithin(value: unknown): unknown[] {
  if (Array.isArray(value)) return wrongInside.map((wrong) => [wrong, ...value]);
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key) => wrongInside.map((wrong) => ({ ...value, [key]: wrong })));
}

function requireRefusal(answer: Answer, field: string, isWrong: boolean): void {
  expect(answer.status, answer.text).toBeLessThan(500);
  if (!isWrong) return;
  expect(answer, answer.text).toMatchObject({ status: 400, body: { code: 'invalidInput' } });
  expect(Object.keys(answer.body.error)).toContain(field);
}

/** What an answer says is wrong. */
const namedIn = ({ status, body }: Answer): string[] =>
  status === 400 && body?.code === 'invalidInput' ? Object.keys(body.error ?? {}) : [];

/** An address with more would be refused for its length. */
const maxTogether = 8_000;

type Values = Readonly<Record<string, unknown>>;

/**
 * Each of the values in each of the fields: where it is wrong the field is named. Fields do not know of one another, and all
 * that are wrong are named at once; one that is not has to be when it alone is wrong.
 */
async function requireRefusals<Value>(
  fields: readonly string[],
  {
    values,
    send,
    isRight,
  }: {
    readonly values: readonly Value[];
    readonly send: (changes: Readonly<Record<string, Value>>) => Promise<Answer>;
    readonly isRight: (value: Value, field: string) => boolean;
  },
): Promise<void> {
  const rightOnes = new Map(fields.map((field) => [field, 0]));
  for (const value of values) {
    const wrong = fields.filter((field) => !isRight(value, field));
    const together = Object.fromEntries(wrong.map((field) => [field, value]));
    const fits = wrong.length > 1 && JSON.stringify(together).length < maxTogether;
    const named = fits ? namedIn(await send(together)) : [];
    for (const field of fields) {
      const isWrong = wrong.includes(field);
      const known = rightOnes.get(field) ?? 0;
      if (!isWrong) rightOnes.set(field, known + 1);
      if (isWrong ? !named.includes(field) : known < maxRight) requireRefusal(await send({ [field]: value }), field, isWrong);
    }
  }
}

describe('with input of the wrong kind', () => {
  const withBody = routes.filter(([, route]) => route.body);
  test.each(withBody)('%s names the field of the body', async (name, route) => {
    const fields = Object.keys(route.body?.shape ?? {});
    const send = (changes: Values) =>
      stage.server.call(route.method, addressOf(route, stage.ownIds(route)), {
        ...stage.keyFor(route),
        body: { ...stage.validBody[name], ...changes },
      });
    await requireRefusals(fields, {
      values: garbage,
      send,
      isRight: (value, field) => isWellFormed(value, { call: name, part: 'body', field }),
    });
  });

  test.each(withBody)('%s refuses what holds something wrong further in', async (name, route) => {
    const wrong = new Map(
      Object.keys(route.body?.shape ?? {}).map((field) => [field, wrongWithin(stage.validBody[name]?.[field])] as const),
    );
    const send = (changes: Values) =>
      stage.server.call(route.method, addressOf(route, stage.ownIds(route)), {
        ...stage.keyFor(route),
        body: { ...stage.validBody[name], ...changes },
      });
    for (let at = 0; at < Math.max(0, ...[...wrong.values()].map(({ length }) => length)); at += 1) {
      const changes = [...wrong].flatMap(([field, values]) => (at < values.length ? [[field, values[at]] as const] : []));
      const named = changes.length > 1 ? namedIn(await send(Object.fromEntries(changes))) : [];
      for (const [field, value] of changes.filter(([one]) => !named.includes(one))) {
        const answer = await send({ [field]: value });
        expect(answer.status, `${JSON.stringify(value)} ${answer.text}`).toBe(400);
      }
    }
  });

  const withQuery = routes.filter(([, route]) => route.query);
  test.each(withQuery)('%s names the field of the address', async (name, route) => {
    const values = garbage.filter((one) => typeof one === 'string' || typeof one === 'number').map(String);
    const send = (changes: Readonly<Record<string, string>>) =>
      stage.server.call(route.method, addressOf(route, stage.ownIds(route), changes), stage.keyFor(route));
    const isRight = (value: string, field: string) => isWellFormed(value, { call: name, part: 'query', field });
    await requireRefusals(Object.keys(route.query?.shape ?? {}), { values, send, isRight });
  });

  test.each(withQuery)('%s takes no field of the address twice', async (name, route) => {
    for (const field of Object.keys(route.query?.shape ?? {})) {
      const value = rightQuery[field] ?? '1';
      const address = addressOf(route, stage.ownIds(route), { [field]: value });
      const answer = await stage.server.call(route.method, `${address}&${field}=${encodeURIComponent(value)}`, stage.keyFor(route));
      requireRefusal(answer, field, !isRepeatable(name, field));
    }
  });

  test.each(routes.filter(([, route]) => route.params))('%s names the part of the path', async (name, route) => {
    for (const field of Object.keys(route.params?.shape ?? {})) {
      for (const value of [
        'x',
        '1e9',
        '-1',
        "'",
        '%00',
        '%',
        'null',
        'undefined',
        'ff'.repeat(100),
        '0197-',
        '9223372036854775808',
        '1.5',
        '٣',
      ]) {
        const path = addressOf(route, { ...stage.ownIds(route), [field]: 'PLACE' }).replace('PLACE', encodeURIComponent(value));
        const answer = await stage.server.call(route.method, path, { ...stage.keyFor(route), ...stage.bodyOf(name, route) });
        requireRefusal(answer, field, true);
      }
    }
  });

  test.each(withBody)('%s refuses what is no JSON object', async (_name, route) => {
    const send = (rawBody: string, headers = {}) =>
      stage.server.call(route.method, addressOf(route, stage.ownIds(route)), { ...stage.keyFor(route), rawBody, headers });
    for (const broken of ['{', 'nothing', '{"a":}', '{"__proto__":{"a":1}}', '\u{feff}{'])
      expect(await send(broken)).toMatchObject({ status: 400, body: { code: 'malformedBody' } });
    for (const other of ['[]', '"text"', '17']) expect(await send(other)).toMatchObject({ status: 400, body: { code: 'invalidInput' } });
    expect(await send(JSON.stringify({ a: 'x'.repeat(100_000) }))).toMatchObject({ status: 413, body: { code: 'bodyTooLarge' } });
    for (const type of [
      'application/xml',
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'nonsense',
    ])
      expect(await send('a=1', { 'content-type': type }), type).toMatchObject({ status: 415, body: { code: 'unsupportedMediaType' } });
  });

  test('numbers and pairs that are well formed but absurd are refused by a rule', async () => {
    const huge = '9'.repeat(60);
    for (const [name, value] of [
      ['balance', `BTC:-1,ETH:2,USDT:3`],
      ['balance', `BTC:0,ETH:0,USDT:0`],
      ['balance', `BTC:${huge},ETH:${huge},USDT:${huge}`],
      ['balance', `BTC:0.${'0'.repeat(50)}1,ETH:2,USDT:6000`],
      ['balance', '__proto__:1,constructor:2'],
      ['pairs', 'BTC/BTC,ETH/USDT'],
      ['pairs', 'A/B,B/C'],
      ['pairs', Array(20).fill('BTC/USDT').join()],
      ['rebalancedBalance', 'BTC:1'],
    ] as const) {
      const query = { [name]: value, isAutoRebalanceOrganization: 'true' };
      const route = allRoutes.getMinimumOrderWidth as Route;
      const answer = await stage.server.call('GET', addressOf(route, stage.ownIds(route), query), { key: stage.owner.key });
      expect(answer.status, `${value} ${answer.text}`).toBeLessThan(500);
    }
    // Some of the calls before have asked for it to run.
    await stage.server.call('PUT', `/api/bots/${stage.botId}/stop`, { key: stage.owner.key });
    for (const change of [
      { delta: 1e308 },
      { delta: -0 },
      { delta: 5e-324 },
      { expectedRateOfReturn: 1e308 },
      { expectedRateOfReturn: 5e-324 },
    ]) {
      const answer = await stage.server.call('PUT', `/api/bots/${stage.botId}`, { key: stage.owner.key, body: change });
      expect(answer.status, `${JSON.stringify(change)} ${answer.text}`).toBe(400);
    }
    for (const balances of [{ BTC: '-1' }, { BTC: 'x' }, { '': '1' }, { BTC: huge }, { btc: '1' }, { BTC: `0.${'0'.repeat(40)}1` }]) {
      const answer = await stage.server.call('POST', '/trial/venue/accounts', { body: { balances } });
      expect(answer.status, `${JSON.stringify(balances)} ${answer.text}`).toBeLessThan(500);
    }
  });

  test.each(withBody)('%s is not brought down by what is nested very deeply, or by nothing at all', async (name, route) => {
    const send = (rawBody: string) =>
      stage.server.call(route.method, addressOf(route, stage.ownIds(route)), { ...stage.keyFor(route), rawBody });
    const deep = `${'['.repeat(25_000)}${']'.repeat(25_000)}`;
    const beside = JSON.stringify({ ...stage.validBody[name], deep: 0 }).replace(/0\}$/, `${deep}}`);
    for (const body of [deep, `{"deep":${deep}}`, beside, '']) expect((await send(body)).status, body.slice(0, 80)).toBeLessThan(500);
  });

  test('a path that is no text is refused', async () => {
    for (const path of ['/api/bots/%E0%A4%A/volume', '/api/%', '/api/bots/%zz'])
      expect((await stage.server.call('GET', path, { key: stage.owner.key })).status, path).toBeLessThan(500);
  });
});

test('none of it was a fault of ours', () => {
  expect(stage.server.log.filter((line) => line.includes('"http.failed"'))).toEqual([]);
});
