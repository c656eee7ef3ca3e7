import { abs, add, compare, type Decimal, multiply, subtract } from '@tenbin/market';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countQuestions } from '../testing/count-questions.ts';
import { siblingOf } from '../testing/siblings.ts';
import { TradingDesk } from '../testing/trading-desk.ts';

const unit = '0.00000001';
const minute = 60_000;

function deskWith({ reportsExactly = true } = {}) {
  const desk = new TradingDesk({ unit });
  desk.exchange.reportsExactly = reportsExactly;
  return desk;
}

const ledgerOf = (desk: TradingDesk) => {
  const { ledger } = desk.journal.memory;
  if (!ledger) throw new Error('it has not started');
  return ledger;
};

const take = (desk: TradingDesk, currency: string, amount: Decimal): void => {
  desk.exchange.balances[currency] = subtract(desk.exchange.balances[currency] ?? '0', amount);
};

/** Every open order of ETH/BTC is filled, so that its notional has more digits than BTC has; then the wallet is looked at. */
async function tradeAndProbe(desk: TradingDesk): Promise<void> {
  desk.exchange.trade(desk.exchange.open.filter(({ pair }) => pair === 'ETH/BTC').slice(0, 1), '0.0003412');
  await desk.wait(2 * minute);
}

describe('an exchange that cuts money off and says so', () => {
  test('is followed to the last digit, and nothing is called rounding', async () => {
    const desk = deskWith({ reportsExactly: false });
    await desk.start();
    desk.exchange.moveTo('ETH/BTC', '0.0506');
    await desk.wait(2 * minute);
    expect(ledgerOf(desk)).toMatchObject({ balances: desk.exchange.balances, rounding: {} });
    expect(desk.journal.kinds).not.toContain('rounding');
  });

  test('is asked for the wallet alone, whatever digits the orders that rest hold back', async () => {
    const desk = deskWith({ reportsExactly: false });
    await desk.start();
    await tradeAndProbe(desk);
    const asked = countQuestions(desk);
    await desk.wait(10 * minute);
    expect(asked.fetchOpenOrders).toBe(0);
    expect(asked.fetchWallet).toBeGreaterThan(0);
  });
});

describe('an exchange that cuts money off and tells products', () => {
  test('leaves a rounding over, which is a line of its own and no profit', async () => {
    const desk = deskWith();
    await desk.start();
    desk.exchange.trade(desk.exchange.open.slice(0, 6), '0.00034123');
    await desk.settle();
    const { growth, balances } = ledgerOf(desk);
    expect(balances).not.toEqual(desk.exchange.balances);
    await desk.wait(2 * minute);
    const ledger = ledgerOf(desk);
    expect(ledger.balances).toEqual(desk.exchange.balances);
    expect(ledger.growth).toBe(growth);
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(desk.journal.kinds).not.toContain('ledgerDifference');
    expect(ledger.rounding).not.toEqual({});
    for (const [currency, total] of Object.entries(ledger.rounding)) {
      const lines = desk.journal.timeline.flatMap((entry) => (entry.kind === 'rounding' ? [entry.facts] : []));
      expect(lines.findLast((facts) => facts.currency === currency)?.total).toBe(total);
    }
  });

  test('does not keep a bot from going on by the wallet after its process ended', async () => {
    const desk = deskWith();
    await desk.start();
    desk.exchange.trade(desk.exchange.open.slice(0, 6), '0.00034123');
    await desk.settle();
    await desk.bot.close();
    const asked = countQuestions(desk);
    await desk.open();
    expect(asked).toMatchObject({ fetchWallet: 1, fetchOpenOrders: 0 });
  });

  test('is neither a deposit nor a withdrawal when the bot starts again', async () => {
    const desk = deskWith();
    await desk.start();
    desk.exchange.trade(desk.exchange.open.slice(0, 6), '0.00034123');
    await desk.settle();
    await desk.stop();
    desk.bot.start('user-1');
    await desk.settle();
    expect(desk.journal.kinds.filter((kind) => kind === 'deposit' || kind === 'withdrawal')).toEqual([]);
    expect(desk.journal.kinds).toContain('rounding');
    expect(ledgerOf(desk).balances).toEqual(desk.exchange.balances);
  });
});

test('whatever is traded in whatever parts, the books agree, and no more is called rounding than a unit for each trade', async () => {
  let rounded = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.constantFrom('0.00000001', '0.0001'),
      fc.array(fc.tuple(fc.nat(5), fc.integer({ min: 1, max: 4000 }), fc.boolean()), { maxLength: 12 }),
      async (reportsExactly, smallest, trades) => {
        const desk = new TradingDesk({ balances: { BTC: '100', ETH: '2000', USDT: '6000000' }, unit: smallest });
        desk.exchange.reportsExactly = reportsExactly;
        await desk.start();
        for (const [place, lots, looks] of trades) {
          desk.exchange.trade(desk.exchange.open.slice(place, place + 1), multiply(String(lots), '0.0001'));
          await desk.wait(looks ? 2 * minute : 1_000);
        }
        await desk.wait(5 * minute);
        const { balances, rounding } = ledgerOf(desk);
        expect(balances).toEqual(desk.exchange.balances);
        for (const [currency, amount] of Object.entries(rounding)) {
          rounded += 1;
          const moved = desk.exchange.fills.filter(({ pair }) => pair.split('/').includes(currency)).length;
          expect(compare(abs(amount), multiply(String(moved), smallest))).toBeLessThanOrEqual(0);
        }
        expect(desk.journal.memory.phase.kind).toBe('running');
      },
    ),
    { numRuns: 40 },
  );
  expect(rounded).toBeGreaterThan(0);
});

describe('what is really missing stops the bot', () => {
  const stopOf = (desk: TradingDesk) => desk.journal.faults.map(({ code }) => code);

  test('also while trades leave roundings over', async () => {
    const desk = deskWith();
    await desk.start();
    take(desk, 'BTC', '0.00001');
    for (let look = 0; look < 4; look += 1) await tradeAndProbe(desk);
    expect(stopOf(desk)).toEqual(['ledgerDifference']);
  });

  test('also where it is one unit more than the trades explain', async () => {
    const desk = deskWith({ reportsExactly: false });
    await desk.start();
    await tradeAndProbe(desk);
    take(desk, 'BTC', unit);
    await desk.wait(5 * minute);
    expect(stopOf(desk)).toEqual(['ledgerDifference']);
    expect(ledgerOf(desk).rounding).toEqual({});
  });

  test('also where a little more is missing each time that the bot looks', async () => {
    const desk = deskWith();
    await desk.start();
    for (let look = 0; look < 30 && stopOf(desk).length === 0; look += 1) {
      take(desk, 'USDT', unit);
      await desk.wait(20_000);
    }
    expect(stopOf(desk)).toEqual(['ledgerDifference']);
  });

  test('and what goes unit by unit with the trades is hidden for no more than there are trades', async () => {
    const desk = deskWith({ reportsExactly: false });
    await desk.start();
    for (let trade = 0; trade < 5; trade += 1) {
      take(desk, 'BTC', unit);
      await tradeAndProbe(desk);
    }
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(ledgerOf(desk).rounding).toEqual({ BTC: multiply('-5', unit) });
    await desk.wait(5 * minute);
    take(desk, 'BTC', unit);
    await desk.wait(5 * minute);
    expect(stopOf(desk)).toEqual(['ledgerDifference']);
  });
});

describe('of an account’s bots', () => {
  const running = { kind: 'running', since: new Date(0) } as const;
  const other = (id: string, roundings: number) =>
    siblingOf({ id, phase: running, held: { BTC: '0.1', ETH: '2', USDT: '6000' }, heldRoundings: { BTC: roundings } });
  const shared = { BTC: '0.2', ETH: '4', USDT: '12000' };

  test('the first takes in what the trades of all left over', async () => {
    const desk = new TradingDesk({ balances: shared });
    desk.journal.others = [other('bot-2', 0)];
    await desk.start();
    desk.journal.others = [other('bot-2', 3)];
    desk.exchange.balances.BTC = add('0.2', multiply('3', unit));
    desk.bot.tick();
    await desk.wait(30 * minute);
    expect(ledgerOf(desk).rounding).toEqual({ BTC: multiply('3', unit) });
  });

  test('another one lets it stand, and stops for none of it', async () => {
    const desk = new TradingDesk({ balances: shared });
    desk.journal.others = [other('bot-0', 0)];
    await desk.start();
    desk.journal.others = [other('bot-0', 3)];
    take(desk, 'BTC', multiply('3', unit));
    await desk.wait(30 * minute);
    expect(ledgerOf(desk).rounding).toEqual({});
    expect(desk.journal.memory.phase.kind).toBe('running');
    take(desk, 'BTC', unit);
    await desk.wait(30 * minute);
    expect(desk.journal.faults.map(({ code }) => code)).toEqual(['ledgerDifference']);
  });

  test('one whose coin pays another one’s fees gives them up, and goes on', async () => {
    const desk = new TradingDesk();
    desk.journal.othersPaid = { BTC: '5' };
    await desk.start();
    take(desk, 'BTC', '0.0004');
    desk.journal.othersPaid = { BTC: '5.0004' };
    await desk.wait(10 * minute);
    expect(desk.journal.memory.phase.kind).toBe('running');
    expect(ledgerOf(desk)).toMatchObject({ balances: { BTC: '0.0996' }, othersFees: { BTC: '5.0004' }, growth: 0, rounding: {} });
    expect(desk.journal.timeline.flatMap((entry) => (entry.kind === 'othersFees' ? [entry.facts] : []))).toEqual([
      { currency: 'BTC', amount: '0.0004' },
    ]);
  });

  test('and stops for what is missing beyond them', async () => {
    const desk = new TradingDesk();
    await desk.start();
    take(desk, 'BTC', '0.0005');
    desk.journal.othersPaid = { BTC: '0.0004' };
    await desk.wait(10 * minute);
    expect(desk.journal.faults).toMatchObject([{ code: 'ledgerDifference', facts: { BTC: '-0.0001' } }]);
  });
});
