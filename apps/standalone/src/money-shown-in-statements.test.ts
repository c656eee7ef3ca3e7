/**
 * Monthly statements of two bots that trade over the end of a month say what the exchange's own rows make: while the bots run,
 * after they have stopped, and after one of them was deleted.
 */
import { type Client, deleteBot, getStatement, type MonthlyStatement } from '@tenbin/contract';
import { expect, onTestFinished, test } from 'vitest';
import { type Amounts, amountsOf, plus, sum, told, toldOf } from './testing/exact.ts';
import { expectNear } from './testing/expect-near.ts';
import { addLines, type Line, type Stated, statedOf } from './testing/statements-by-hand.ts';
import { openStage, type Told } from './testing/trading-stage.ts';
import { monthsInUtc, tradeForTwoMonths, twoMonths } from './testing/two-months.ts';

type StatementPart = MonthlyStatement['total'];

function expectStatement({ currencies, outsideFees, usd, volume, trades }: StatementPart, stated: readonly Stated[], what: string): void {
  const lines: Record<string, Line> = {};
  for (const { lines: own } of stated) for (const [coin, line] of Object.entries(own)) lines[coin] = addLines(lines[coin], line);
  const money = (part: keyof Stated['usd']) => told(sum(stated.map((one) => one.usd[part])));
  expect(Object.fromEntries(Object.entries(currencies).map(([coin, line]) => [coin, amountsOf(line)])), what).toEqual(lines);
  expect({ outsideFees: toldOf(amountsOf(outsideFees)), usd, volume, trades }, what).toEqual({
    outsideFees: toldOf(stated.reduce<Amounts>((total, one) => plus(total, one.outsideFees), {})),
    usd: {
      ...{ opening: money('opening'), flows: money('flows'), result: money('result') },
      ...{ fees: money('fees'), outsideFees: money('outsideFees'), closing: money('closing') },
    },
    volume: told(sum(stated.map((one) => one.volume))),
    trades: stated.reduce((total, one) => total + one.trades, 0),
  });
}

async function expectStatements(client: Client, all: readonly Told[]): Promise<void> {
  const closed = new Map<string, StatementPart>();
  for (const [at, { month, ...bounds }] of monthsInUtc.entries()) {
    const { bots, total } = await client.call(getStatement, { query: { month } });
    const stated = all.map((one) => statedOf(one, bounds));
    expectStatement(total, stated, month);
    expect(bots.map(({ id }) => id).toSorted()).toEqual(all.map(({ bot }) => bot.id).toSorted());
    for (const [index, { bot }] of all.entries()) {
      const part = bots.find(({ id }) => id === bot.id);
      if (!part || !stated[index]) throw new Error(`${month} says nothing of ${bot.name}`);
      expectStatement(part, [stated[index]], `${month}, ${bot.name}`);
      expectNear(part.basisPoint, stated[index].basisPoint, { decimals: 8, what: `${month}, ${bot.name}, basis points` });
    }
    for (const [name, part] of [['all bots', total] as const, ...bots.map((bot) => [bot.id, bot] as const)]) {
      const before = closed.get(name);
      expect(before !== undefined, `${month}, ${name}`).toBe(at > 0);
      if (before) expect(bordersOf(part).opening, `${month}, ${name}`).toEqual(bordersOf(before).closing);
      closed.set(name, part);
    }
  }
  expect(closed.size).toBe(all.length + 1);
}

/** What a part opens and closes with. */
function bordersOf({ usd, currencies }: StatementPart) {
  const borders = (border: 'opening' | 'closing') => [
    usd[border],
    ...Object.entries(currencies).map(([coin, line]) => [coin, line[border]]),
  ];
  return { opening: borders('opening'), closing: borders('closing') };
}

test('a statement says what the exchange’s own rows make of its month, and opens with what the one before closed with', async () => {
  const stage = await openStage(twoMonths, onTestFinished);
  const { client } = stage;
  const { first, second } = await tradeForTwoMonths(stage, async (running) => {
    await expectStatements(client, await Promise.all(running.map(stage.read)));
  });
  const all = await Promise.all([first, second].map(stage.read));
  await expectStatements(client, all);

  await client.call(deleteBot, { params: { id: second.bot.id } });
  const goneOn = stage.runtime.now();
  await expectStatements(
    client,
    all.map((one) => (one.trader === second ? { ...one, goneOn } : one)),
  );
});
