/**
 * Money in yen is that in USD, made of the exchange's own rows, at what the exchange's own book of USDT/JPY says that a dollar
 * costs: now, whether the bot runs or stands still.
 */
import { type BotResult, getBotResult } from '@tenbin/contract';
import { expect, onTestFinished, test } from 'vitest';
import { moneyParts } from '../../console/src/features/dashboard/money-parts.ts';
import { standOf } from './testing/books-by-hand.ts';
import { type Exact, times, toNumber } from './testing/exact.ts';
import { PublicPrices } from './testing/moved-market.ts';
import { openStage, type Told } from './testing/trading-stage.ts';

const start = new Date('2031-05-10T12:00:10Z');
const pair = 'USDT/JPY';

/** The card's figures in yen, before they are told in whole ones. */
function cardOf({ total, valuation, yenPerUsd }: BotResult): Readonly<Record<string, number>> {
  if (!total || !valuation || yenPerUsd === null) throw new Error('there is no result in yen');
  const { change, trading, fees, price } = moneyParts(total.usd);
  const { againstHolding } = total.usd;
  const usd = { worth: valuation.worth, change, trading, fees, price, againstHolding };
  return Object.fromEntries(Object.entries(usd).map(([name, amount]) => [name, Number(amount) * yenPerUsd]));
}

/** What was earned is a product of a logarithm: it may differ by one in the last decimal of the USD that it is told in. */
function expectCard(result: BotResult, { books, looks }: Told, yen: Exact): void {
  const now = looks.at(-1);
  if (!now) throw new Error('nobody looked');
  const stand = standOf(books, now);
  const rate = toNumber(yen);
  const inYen = (usd: Exact) => toNumber(times(usd, yen));
  const [fees, trading] = [inYen(-stand.fees), stand.earned * rate];
  const made = {
    ...{ worth: inYen(stand.worth), change: inYen(stand.result), againstHolding: inYen(stand.againstHolding) },
    ...{ fees, trading, price: inYen(stand.result) - trading - fees },
  };
  const shown = cardOf(result);
  expect(Object.keys(shown).toSorted()).toEqual(Object.keys(made).toSorted());
  for (const [name, value] of Object.entries(made)) {
    const least = name === 'trading' || name === 'price' ? 0.00015 * rate : 0.000001;
    expect(Math.abs((shown[name] ?? Number.NaN) - value), `${name}: ${shown[name]} yen are told, ${value} were made`).toBeLessThan(least);
  }
}

test('every figure of the card in yen is what the exchange’s own rows make, at the yen of its own book of now', async () => {
  const stage = await openStage(
    { start, period: { start, end: new Date('2031-06-10T12:00:00Z') }, tradingLimit: '100000' },
    onTestFinished,
  );
  const { client, floor } = stage;
  const trader = await stage.addTrader({ BTC: '0.1', ETH: '2', USDT: '6000' });
  const prices = new PublicPrices(floor.served.url);
  /** A dollar costs so much from now on. */
  async function expectCardAt(rate: number): Promise<void> {
    await stage.put(pair, rate);
    // What the server knows of prices is of a moment ago at most.
    await stage.pass(2_000, []);
    const yen = (await prices.middles([pair]))[pair] ?? 0n;
    expect(Math.abs(toNumber(yen) - rate)).toBeLessThan(0.01);
    expectCard(await client.call(getBotResult, { params: { id: trader.bot.id }, query: {} }), await stage.read(trader), yen);
  }

  await stage.run(start, [trader], async () => {
    await stage.trade([trader], 'BTC/USDT', { side: 'buy' });
    await stage.trade([trader], 'ETH/USDT', { side: 'sell' });
    await stage.putBetween([trader]);
    for (const rate of [148.317, 151.25]) await expectCardAt(rate);
  });
  // What it is worth in USD is that of its stop; what a dollar costs is that of now.
  await expectCardAt(139.873);
});
