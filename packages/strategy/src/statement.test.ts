import { add, addBalances, type Balances, type Decimal, divide, multiply, negate, sum } from '@tenbin/market';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Activity, addActivity, flowActivity, noActivity, roundingActivity, tradeActivity } from './activity.ts';
import { applyFill } from './apply-fill.ts';
import type { DayOfBot } from './daily-performance.ts';
import { addStatements, type KeptDays, type Statement, statementOf, withLook } from './statement.ts';

const usd = { BTC: 60_000, ETH: 3_000, USDT: 1, BNB: 600 };
/** When somebody looked at a day's prices. */
const lookAt = (day: number): Date => new Date(Date.UTC(2026, 0, 1 + day, 18));
const dayName = (day: number): string => new Date(Date.UTC(2026, 0, 1 + day)).toISOString().slice(0, 10);
const months = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
const monthOf = (month: string) => ({ from: `${month}-01`, to: `${months[months.indexOf(month) + 1] ?? '2026-07'}-01` });
const lastDay = 170;

interface Played {
  readonly kept: readonly KeptDays[];
  readonly balances: Balances;
  /** Put in at the starts and later, and taken away with a change of the currencies. */
  readonly flows: Balances;
  readonly fees: Balances;
  readonly trades: number;
}

const decimalOf = (units: number): Decimal => divide(String(units), '100000000', 8);
const moves = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('order' as const),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      /** Each is filled on a day of its own, so that an order may be filled in one month and the next. */
      parts: fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 3 }),
      feeCurrency: fc.constantFrom('USDT', 'BTC', 'BNB'),
      fee: fc.integer({ min: -50, max: 500 }),
    }),
  },
  fc.record({
    kind: fc.constant('transfer' as const),
    currency: fc.constantFrom('BTC', 'USDT'),
    amount: fc.integer({ min: -9_999, max: 99_999 }),
  }),
  fc.record({ kind: fc.constant('rounding' as const), amount: fc.constantFrom(-1, 1) }),
);
const lives = fc.record({
  days: fc.array(fc.tuple(fc.integer({ min: 0, max: lastDay }), moves), { maxLength: 40 }),
  looks: fc.array(fc.integer({ min: 0, max: lastDay }), { maxLength: 60 }),
  /** From this day on it trades without ETH. */
  changes: fc.option(fc.integer({ min: 1, max: lastDay }), { nil: undefined }),
});

type Life = typeof lives extends fc.Arbitrary<infer One> ? One : never;
type Move = Life['days'][number][1];

/** What happens on which day: an order's parts one day after the other. */
const eventsOf = ({ days }: Life): { readonly day: number; readonly move: Move; readonly amount: Decimal }[] =>
  days
    .flatMap(([day, move]) => {
      const amounts = move.kind === 'order' ? move.parts : [move.amount];
      return amounts.map((amount, place) => ({ day: day + place, move, amount: decimalOf(amount) }));
    })
    .sort((one, other) => one.day - other.day);

const prices = (day: number): ReadonlyMap<string, number> => new Map(Object.entries({ ...usd, BTC: usd.BTC + day * 10 }));

/** The balances after it, and how the ledger tells it. */
function book(before: Balances, { day, move, amount }: ReturnType<typeof eventsOf>[number]): { balances: Balances; activity: Activity } {
  switch (move.kind) {
    case 'order': {
      const fee = decimalOf(move.fee);
      const fill = {
        ...{ pair: 'BTC/USDT', side: move.side, price: '60000', amount, fee, feeCurrency: move.feeCurrency },
        ...{ notional: multiply('60000', amount), isMaker: true, at: new Date(0), tradeId: '', exchangeOrderId: '', clientOrderId: null },
      };
      const balances = applyFill(before, fill);
      const outcome = { before, after: balances, growth: 0.000_01, marketPrice: null, volume: fill.notional };
      const worth = Number(fee) * (prices(day).get(move.feeCurrency) ?? 0);
      return { balances, activity: tradeActivity(fill, { ...outcome, fee: { usd: worth, isEstimated: false } }, prices(day)) };
    }
    case 'transfer': {
      const amounts = { [move.currency]: amount };
      return {
        balances: addBalances(before, amounts),
        activity: flowActivity({ at: day, amounts }, Object.keys(before), prices(day)),
      };
    }
    default:
      return { balances: addBalances(before, { USDT: amount }), activity: roundingActivity({ USDT: amount }) };
  }
}

/** A bot's half year as the ledger books it. */
function play(life: Life): Played {
  const events = eventsOf(life);
  let balances: Balances = { BTC: '0.1', ETH: '2', USDT: '6000' };
  let flows = balances;
  const kept: { since: number; start: KeptDays['start']; days: (DayOfBot & { endedAt: Date | null })[] }[] = [];
  const begin = (day: number) =>
    kept.push({ since: Date.UTC(2026, 0, 1 + day, 9), start: { balances, usd: { BTC: 60_000, ETH: 3_000, USDT: 1 } }, days: [] });
  begin(0);
  for (let day = 0; day <= lastDay + 3; day++) {
    if (day === life.changes) {
      const { ETH = '0', ...left } = balances;
      balances = left;
      flows = addBalances(flows, { ETH: negate(ETH) });
      begin(day);
    }
    let activity = noActivity;
    for (const event of events.filter((one) => one.day === day)) {
      const booked = book(balances, event);
      balances = booked.balances;
      activity = addActivity(activity, booked.activity);
    }
    flows = addBalances(flows, activity.flows);
    const isLooked = life.looks.includes(day);
    const ofDay = Object.fromEntries(Object.keys(balances).map((currency) => [currency, prices(day).get(currency) ?? 0]));
    if (isLooked || activity !== noActivity)
      kept.at(-1)?.days.push({ day: dayName(day), activity, endedAt: isLooked ? lookAt(day) : null, usd: isLooked ? ofDay : null });
  }
  const orders = events.flatMap(({ move }) => (move.kind === 'order' ? [move] : []));
  const fees = orders.reduce<Balances>((all, { fee, feeCurrency }) => addBalances(all, { [feeCurrency]: decimalOf(fee) }), {});
  return { kept, balances, flows, fees, trades: orders.length };
}

const present = (amounts: Balances): Balances => Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== '0'));
const part = ({ currencies }: Pick<Statement, 'currencies'>, name: 'opening' | 'closing' | 'flows' | 'fees'): Balances =>
  present(Object.fromEntries(Object.entries(currencies).map(([currency, line]) => [currency, line[name]])));
const total = (statements: readonly Statement[], name: 'flows' | 'fees'): Balances =>
  present(statements.reduce((all, one) => addBalances(all, part(one, name)), {}));

test('a statement closes with what the next one opens with, and the last with what the bot has', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const { kept, balances } = play(life);
      const statements = months.map((month) => statementOf(kept, monthOf(month)));
      expect(part(statements[0] as Statement, 'opening')).toEqual({});
      for (const [index, next] of statements.slice(1).entries()) {
        const before = statements[index] as Statement;
        expect(part(next, 'opening')).toEqual(part(before, 'closing'));
        expect(next.usd.opening).toBe(before.usd.closing);
      }
      expect(part(statements.at(-1) as Statement, 'closing')).toEqual(present(balances));
    }),
  );
});

test('its lines explain its closing, in each currency and in money, and months add up to the half year', () => {
  fc.assert(
    fc.property(lives, (life) => {
      const { kept, flows, fees, trades } = play(life);
      const statements = months.map((month) => statementOf(kept, monthOf(month)));
      const whole = statementOf(kept, { from: '2026-01-01', to: '2026-07-01' });
      for (const { currencies, usd: money } of [...statements, whole]) {
        for (const { opening, flows: flowed, traded, fees: paid, rounding, closing } of Object.values(currencies))
          expect(sum([opening, flowed, traded, negate(paid), rounding])).toBe(closing);
        expect(sum([money.opening, money.flows, money.result, money.outsideFees])).toBe(money.closing);
      }
      expect(total(statements, 'flows')).toEqual(present(flows));
      const { BNB, ...ofBalances } = fees;
      expect(total(statements, 'fees')).toEqual(present(ofBalances));
      expect(present(statements.reduce((all, { outsideFees }) => addBalances(all, outsideFees), {}))).toEqual(
        BNB && BNB !== '0' ? { BNB } : {},
      );
      expect(statements.reduce((all, one) => all + one.trades, 0)).toBe(trades);
      expect(statements.reduce((all, { usd: money }) => add(all, money.result), '0')).toBe(whole.usd.result);
      expect(statements.reduce((all, { usd: money }) => add(all, money.fees), '0')).toBe(whole.usd.fees);
    }),
  );
});

test('a deposit is no result, and a month in which nothing happened has none', () => {
  const start = { balances: { BTC: '0.1', USDT: '6000' }, usd: { BTC: 60_000, USDT: 1 } };
  const deposit = flowActivity({ at: 0, amounts: { USDT: '1000' } }, ['BTC', 'USDT'], new Map(Object.entries(start.usd)));
  const kept = [{ since: Date.UTC(2026, 0, 10), start, days: [{ day: '2026-02-03', activity: deposit, endedAt: null, usd: start.usd }] }];
  expect(statementOf(kept, monthOf('2026-01')).usd).toEqual({
    opening: '0',
    flows: '12000',
    result: '0',
    fees: '0',
    outsideFees: '0',
    closing: '12000',
  });
  expect(statementOf(kept, monthOf('2026-02')).usd).toMatchObject({ opening: '12000', flows: '1000', result: '0', closing: '13000' });
  expect(statementOf(kept, monthOf('2026-03'))).toMatchObject({ usd: { opening: '13000', flows: '0', result: '0' }, trades: 0 });
});

test('several bots together are what each of them is', () => {
  const { kept } = play({ days: [[3, { kind: 'rounding', amount: 1 }]], looks: [3, 60], changes: undefined });
  const one = statementOf(kept, monthOf('2026-01'));
  const { currencies, usd: money } = addStatements([one, one]);
  expect(currencies.USDT).toMatchObject({ opening: '0', flows: '12000', rounding: '0.00000002', closing: '12000.00000002' });
  expect(money.closing).toBe(add(one.usd.closing, one.usd.closing));
});

test('with a look at the prices of now it closes by them, what follows opens with that, and what lies before stays as it was', () => {
  fc.assert(
    fc.property(lives, fc.integer({ min: 1, max: 9 }), (life, times) => {
      const { kept } = play(life);
      const now = new Date(Date.UTC(2026, 0, 1 + lastDay + 4, 12));
      const live = Object.fromEntries(
        Object.keys(kept.at(-1)?.start.balances ?? {}).map((name) => [name, times * (name === 'USDT' ? 1 : 100)]),
      );
      const looked = withLook(kept, live, now);
      const [before, june, july] = [
        { from: '2026-05-01', to: '2026-06-01' },
        { from: '2026-06-01', to: '2026-07-01' },
        { from: '2026-07-01', to: '2026-08-01' },
      ].map((period) => ({ at: statementOf(kept, period), live: statementOf(looked, period) }));
      if (!before || !june || !july) throw new Error('three months');
      expect(before.live).toEqual(before.at);
      const worth = Object.entries(june.live.currencies).reduce((all, [name, { closing }]) => all + Number(closing) * (live[name] ?? 0), 0);
      expect(Number(june.live.usd.closing)).toBeCloseTo(worth, 3);
      expect(june.live.pricesAt).toEqual(now);
      expect(july.live.usd.opening).toBe(june.live.usd.closing);
      expect(june.live.currencies).toEqual(june.at.currencies);
      const { opening, flows, result, outsideFees, closing } = june.live.usd;
      expect(sum([opening, flows, result, outsideFees])).toBe(closing);
    }),
  );
});

test('it says of when its prices are: of the last look before its end, and of several bots the oldest', () => {
  const { kept } = play({ days: [], looks: [3, 60], changes: undefined });
  const [january, february, march] = ['2026-01', '2026-02', '2026-03'].map((month) => statementOf(kept, monthOf(month)));
  expect([january, february, march].map((one) => one?.pricesAt)).toEqual([lookAt(3), lookAt(3), lookAt(60)]);
  expect(statementOf(kept, { from: '2026-03-01', to: '2026-04-01', endedOn: '2026-03-09' }).pricesAt).toBeNull();
  expect(addStatements([march as Statement, january as Statement]).pricesAt).toEqual(lookAt(3));
  expect(addStatements([]).pricesAt).toBeNull();
});
