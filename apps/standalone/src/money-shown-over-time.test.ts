/**
 * The curve of a bot's worth beside that of merely holding: each point has what the exchange's own trades had left in the account
 * by then, at the prices of the exchange's own candles.
 */
import { type BalancePoint, getBalanceTransition } from '@tenbin/contract';
import { expect, onTestFinished, test } from 'vitest';
import { coins, type Run, type Stand, standOf } from './testing/books-by-hand.ts';
import { type Amounts, type Exact, plus, rounded, sum, times, told, toldOf, toNumber } from './testing/exact.ts';
import { pricesByCandles } from './testing/prices-by-candles.ts';
import { openStage, type Told } from './testing/trading-stage.ts';

const minuteMs = 60_000;
const runsAt = [new Date('2031-05-10T12:00:10Z'), new Date('2031-05-12T09:00:10Z')] as const;

interface Stretch {
  readonly from: number;
  /** Left out: now. */
  readonly to?: number;
  readonly points: number;
}

/** Evenly spread, with both ends. */
const momentsOf = ({ from, to, points }: Required<Stretch>): readonly number[] =>
  Array.from({ length: points }, (_, index) => (index === points - 1 ? to : from + Math.round((index * (to - from)) / (points - 1))));

/** Each coin is told to the cent, and what is told of all of them is the sum of that: at a tie a coin's cent may go either way. */
function expectPoint({ at, balance, worth, holding }: BalancePoint, { stand, held, usd }: Moment): void {
  expect(balance, at).toEqual(Object.fromEntries(coins.map((coin) => [coin, told(stand.balances[coin] ?? 0n)])));
  const worthOf = (amounts: Amounts) => coins.map((coin) => rounded(times(amounts[coin] ?? 0n, usd[coin] ?? 0n), 2));
  const [worths, holdings] = [worthOf(stand.balances), worthOf(held)];
  const expectCents = (shown: number | null | undefined, made: Exact, what: string) =>
    expect(Math.abs((shown ?? Number.NaN) - toNumber(made)), `${what} at ${at}: ${shown} is told, ${told(made)} was made`).toBeLessThan(
      0.0101,
    );
  for (const [index, coin] of coins.entries()) expectCents(worth?.[coin], worths[index] ?? 0n, coin);
  expectCents(holding, sum(holdings), 'holding');
}

interface Moment {
  readonly stand: Stand;
  readonly held: Amounts;
  readonly usd: Amounts;
}

test('each point of the curve has what the trades until then left, at the prices of then, beside what holding would be worth', async () => {
  const stage = await openStage(
    { start: runsAt[0], period: { start: runsAt[0], end: new Date('2031-06-10T12:00:00Z') }, tradingLimit: '100000' },
    onTestFinished,
  );
  const { client, floor, runtime } = stage;
  const trader = await stage.addTrader({ BTC: '0.1', ETH: '2', USDT: '6000' });
  const traders = [trader];

  const now = () => runtime.now().getTime();

  /** @param end - by whose prices its last point is told, where those are not the candles' */
  async function expectCurve({ from, to, points }: Stretch, { books }: Told, end: Amounts | null): Promise<void> {
    const query = { start: new Date(from).toISOString(), points, ...(to && { end: new Date(to).toISOString() }) };
    const curve = (await client.call(getBalanceTransition, { params: { id: trader.bot.id }, query })).points;
    const last = Date.parse(curve.at(-1)?.at ?? '');
    expect(curve.map(({ at }) => Date.parse(at))).toEqual(momentsOf({ from, to: last, points }));
    const usdAt = await pricesByCandles(floor.served.url, ['BTC', 'ETH'], { from, to: last, now: to ? now() : last });
    for (const point of curve) {
      const at = Date.parse(point.at);
      const usd = end && at === last ? end : usdAt(at);
      // What happens in that very millisecond is in it.
      const stand = standOf(books, { until: at + 1, usd });
      expectPoint(point, { stand, held: plus(books.start, stand.flowsByCoin), usd });
    }
  }

  const pass = () => stage.pass(40_000, traders);
  let firstFrom = 0;
  await stage.run(runsAt[0], traders, async () => {
    firstFrom = now();
    await stage.trade(traders, 'BTC/USDT', { side: 'buy' });
    await pass();
    // Its rest is cancelled after another one has traded.
    await stage.trade(traders, 'ETH/USDT', { side: 'sell', share: 40n });
    await pass();
    await stage.trade(traders, 'BTC/USDT', { side: 'buy' });
    await pass();
  });
  const first = await stage.read(trader);
  const [{ stoppedAt, usdAtStop }] = trader.runs as [Run];
  // Every candle of it is over, and it ends with the stop, at the prices of the stop.
  runtime.moveTo(new Date(now() + 16 * minuteMs));
  await expectCurve({ from: firstFrom, to: now(), points: 60 }, first, usdAtStop);
  floor.exchange.deposit(trader.key, 'USDT', '50');
  let secondFrom = 0;
  await stage.run(runsAt[1], traders, async () => {
    secondFrom = now();
    await stage.trade(traders, 'ETH/BTC', { side: 'buy' });
    await pass();
    for (const price of [59_200, 59_900]) await stage.put('BTC/USDT', price);
    await stage.pass(4_000, traders);
    // Up to now, in a candle under way: of a minute, and of a quarter of an hour.
    const running = await stage.read(trader);
    for (const from of [secondFrom, firstFrom]) await expectCurve({ from, points: 30 }, running, null);
  });

  runtime.moveTo(new Date(now() + 16 * minuteMs));
  const done = await stage.read(trader);
  const [, second] = trader.runs as [Run, Run];
  expect(toldOf(done.books.flows[0]?.amounts ?? {})).toEqual({ USDT: '50' });
  await expectCurve({ from: stoppedAt, to: second.startedAt - minuteMs, points: 20 }, done, null);
  for (const from of [secondFrom, firstFrom]) await expectCurve({ from, to: now(), points: 30 }, done, second.usdAtStop);
});
