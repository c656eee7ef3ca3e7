import { candleMarket, contractRecords, joinCandles, openCandleTexts, runBacktest } from '@tenbin/backtest';
import { type BacktestTrade, getBacktest, getCandles } from '@tenbin/contract';
import { connectExchange } from '@tenbin/testkit/exchange';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { type Answer, startTestServer, type TestServer, type TestUser } from '../../testing/start-test-server.ts';

let server: TestServer;
let user: TestUser;
let now: number;
beforeAll(async () => {
  server = await startTestServer();
  user = await server.makeUser();
  // In the middle of an hour: none ends between two questions.
  server.clock.advance(hour / 2 - (server.clock.now().getTime() % hour));
  now = server.clock.now().getTime();
});
afterAll(() => server.close());

const hour = 3_600_000;
const day = 24 * hour;
const pairs = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];
const balance = { BTC: '0.1', ETH: '2', USDT: '6000' };

function ask(change: Readonly<Record<string, string | undefined>> = {}, key: string | undefined = user.key): Promise<Answer> {
  const all = {
    balance: 'BTC:0.1,ETH:2,USDT:6000',
    delta: '0.0025',
    tradingFee: '0.001',
    startDate: String(now - 10 * day),
    endDate: String(now),
    pairs: pairs.join(),
    interval: '1h',
    ...change,
  };
  const given = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return server.call('GET', `/api/backtests?${new URLSearchParams(given)}`, { key: key === anybody ? undefined : key });
}

const anybody = '';

describe('a back-test over the API', () => {
  test('needs no key once its candles are stored, and nothing is stored for whoever shows none', async () => {
    const own = { pairs: 'BTC/USDT', balance: 'BTC:0.1,USDT:6000', startDate: String(now - 400 * day), interval: '1d' };
    const refused = await ask(own, anybody);
    expect(refused, refused.text).toMatchObject({ status: 401, body: { code: 'candlesNeedSignin', facts: { pair: 'BTC/USDT' } } });
    expect(refused.body.advice).toContain('Log in');
    expect((await ask(own)).status).toBe(200);
    expect((await ask(own, anybody)).status).toBe(200);
    expect(await ask(own, 'rubbish')).toMatchObject({ status: 401, body: { code: 'signinRequired' } });
  });

  test('comes to the very trades that a browser computes from the candles it fetched', async () => {
    const { status, body, text } = await ask();
    expect(status, text).toBe(200);
    const columns = await Promise.all(
      pairs.map(async (pair) => {
        const query = { pair, interval: '1h', startDate: now - 10 * day, endDate: now } as const;
        const { days, intervalMs } = await user.client.call(getCandles, { query });
        return joinCandles(await openCandleTexts(days.map(({ block }) => block)), { pair, intervalMs });
      }),
    );
    const [exchange] = (await server.call('GET', `/api/organizations/${server.tenbin.id}/exchanges`)).body;
    const connector = connectExchange({ ccxtId: 'binance', baseUrl: server.venue.url });
    const rules = await connector.marketData().fetchMarkets();
    await connector.close();
    const market = candleMarket(columns, { pairs, from: now - 10 * day });
    const own = runBacktest(market, { balances: balance, delta: 0.0025, fee: 0.001, rules });
    const ownTrades = [...contractRecords(own)].map(({ at, pair, side, price, amount }) => [
      new Date(at).toISOString(),
      pair,
      side,
      price,
      amount,
    ]);
    expect(ownTrades.length).toBeGreaterThan(20);
    expect(body.trades.map(({ at, pair, side, price, amount }: BacktestTrade) => [at, pair, side, price, amount])).toEqual(
      ownTrades.slice(0, 1000),
    );
    expect(body).toMatchObject({
      exchange: { _id: exchange._id },
      interval: '1h',
      mode: 'path',
      missing: 0,
      stop: null,
      sharedCandleFills: own.figures.sharedCandleFills,
      figures: { executionCount: own.figures.executions, basisPoint: own.figures.basisPoints, endWorth: own.figures.endWorth },
    });
    expect(body.equity.at(-1)).toMatchObject({ at: body.to, worth: expect.closeTo(own.figures.endWorth, 6) });
    expect(body.assumptions.map(({ code }: { code: string }) => code)).toContain('exchangeGrid');
  });

  test('takes the pairs between the currencies of the balance, and the finest interval that covers the period', async () => {
    const { body } = await ask({ pairs: undefined, interval: undefined, startDate: String(now - 30 * day) });
    expect([...body.pairs].sort()).toEqual([...pairs].sort());
    expect(body.interval).toBe('1h');
    expect((await ask({ interval: undefined, startDate: String(now - day) })).body.interval).toBe('1m');
  });

  test('derives a pair that the exchange lacks, and says so', async () => {
    const { body, text, status } = await ask({ pairs: 'BTC/USDT,ETH/USDT,BTC/ETH' });
    expect(status, text).toBe(200);
    const codes = body.assumptions.map(({ code }: { code: string }) => code);
    expect(codes).toEqual(expect.arrayContaining(['derivedCross', 'noGrid']));
  });

  test('fills less in the cautious mode', async () => {
    const [path, cautious] = await Promise.all([ask(), ask({ mode: 'cautious' })]);
    expect(cautious.body.figures.executionCount).toBeGreaterThan(0);
    expect(cautious.body.figures.executionCount).toBeLessThan(path.body.figures.executionCount);
  });

  test('through the client, with a balance in JSON', async () => {
    const query = { balance, delta: 0.0025, tradingFee: 0.001, startDate: now - 10 * day, endDate: now, pairs, interval: '1h' } as const;
    const { figures } = (await ask()).body;
    for (const client of [user.client, server.clientOf(null)]) expect((await client.call(getBacktest, { query })).figures).toEqual(figures);
  });
});

describe('what is missing or wrong is named', () => {
  test.each([
    [{ pairs: 'BTC' }, 'pairs', 'This is not valid.'],
    [{ balance: 'rubbish' }, 'balance', 'This is not valid.'],
    [{ balance: 'BTC:0.1,ETH:0,USDT:6000' }, 'balance', 'There is no balance of ETH.'],
    [{ balance: 'BTC:0.1,ETH:2,USDT:600000' }, 'balance', /even share/],
    [{ delta: '0.000001' }, 'balance', /the minimum is 5 USD/],
    [{ exchange: 'Elsewhere' }, 'exchange', /./],
    [{ pairs: Array(300).fill('BTC/USDT').join() }, 'pairs', 'At most 2000 characters.'],
  ])('%j is told beside its field', async (change, field, words) => {
    expect((await ask(change)).body.error[field]).toMatch(words);
  });

  const required = Object.entries(getBacktest.query.shape).flatMap(([name, field]) => (field._zod.optin === undefined ? [name] : []));

  test('something is required', () => {
    expect(required).not.toEqual([]);
  });

  test.each(required)('%s is required', async (field) => {
    for (const value of [undefined, '']) {
      const answer = await ask({ [field]: value });
      expect(answer, answer.text).toMatchObject({ status: 400, body: { code: 'invalidInput' } });
      expect(Object.keys(answer.body.error)).toEqual([field]);
    }
    expect((await ask({ [field]: undefined })).body.error[field]).toBe('This is required.');
  });

  test.each([
    [{ pairs: 'XRP/JPY,BTC/USDT' }, 400, 'crossNotPossible'],
    [{ pairs: 'BTC/USDT,BTC/USDT' }, 400, 'duplicatePair'],
    [{ pairs: 'BTC/BTC' }, 400, 'invalidCurrencyPairName'],
    [{ pairs: 'A/B,B/C,C/D,D/E,E/F,F/G,G/H' }, 400, 'tooManyPairs'],
    [{ pairs: undefined, balance: 'XRP:1,JPY:1' }, 400, 'noPairs'],
    [{ exchange: 'Elsewhere' }, 404, 'exchangeNotFound'],
    [{ delta: '0.6' }, 400, 'orderWidthOutOfRange'],
    [{ delta: '-0.01' }, 400, 'orderWidthOutOfRange'],
    [{ tradingFee: '0.2' }, 400, 'feeOutOfRange'],
    [{ balance: 'BTC:0.1,ETH:2,USDT:6000.0000000000000000000000001' }, 400, 'tooManyDigits'],
    [{ balance: 'BTC:0.1,ETH:2' }, 400, 'balanceNotPositive'],
    [{ balance: 'BTC:0.1,ETH:2,USDT:600000' }, 400, 'unbalanced'],
    [{ delta: '0.000001' }, 400, 'valueTooSmall'],
    [{ startDate: '2019-01-01', interval: '1m' }, 400, 'periodTooLong'],
    [{ startDate: '2015-01-01', endDate: '2015-02-01' }, 400, 'noCandles'],
    [{ endDate: '2001-01-01' }, 400, 'periodInvalid'],
  ])('%j', async (change, status, code) => {
    const answer = await ask(change);
    expect(answer, answer.text).toMatchObject({ status, body: { code } });
    expect(answer.body.message).not.toContain('undefined');
  });
});

test('the same caller may ask only so often', async () => {
  const strict = await startTestServer({ config: { limitFactor: 1 } });
  const answers = [];
  for (let call = 0; call < 31; call++)
    answers.push(
      await strict.call('GET', '/api/backtests?balance=BTC:1,USDT:1&delta=0.01&tradingFee=0&startDate=2026-01-01&endDate=2025-01-01'),
    );
  expect(answers.slice(0, 30).map(({ body }) => body.code)).toEqual(Array(30).fill('periodInvalid'));
  expect(answers[30]).toMatchObject({ status: 429, body: { code: 'tooManyRequests' } });
  await strict.close();
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
