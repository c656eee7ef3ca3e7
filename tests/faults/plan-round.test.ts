import { dialectNames, faultFields, faultSchema } from '@tenbin/exchange-virtual';
import { requireStrategy } from '@tenbin/strategy';
import { expect, test } from 'vitest';
import { nameOf, troubleMs } from './happening.ts';
import { castOf, planRound } from './plan-round.ts';

const idsFor = (seed: number) => Array.from({ length: castOf(seed).accounts }, (_, index) => `a${index + 1}`);
const seeds = Array.from({ length: 400 }, (_, index) => index + 1);
const deskOf = (seed: number) => (castOf(seed).desk === null ? null : 'a9');
const plans = seeds.map((seed) => planRound(seed, idsFor(seed), { workers: 4, deskId: deskOf(seed) }));

test('a seed says everything about its round, whatever its accounts are called', () => {
  for (const seed of seeds.slice(0, 50)) {
    const how = { workers: 4, deskId: deskOf(seed) };
    expect(planRound(seed, idsFor(seed), how)).toEqual(planRound(seed, idsFor(seed), how));
    const renamed = planRound(
      seed,
      idsFor(seed).map((id) => id.replace('a', 'a10')),
      { workers: 4, deskId: how.deskId && 'a109' },
    );
    const typesOf = ({ happenings }: typeof renamed) => happenings.map(({ type, atMs }) => [type, atMs]);
    expect(typesOf(renamed)).toEqual(typesOf(planRound(seed, idsFor(seed), how)));
  }
});

test('every account has a bot, some have two, and all ends within the time of trouble', () => {
  for (const { bots, accounts, happenings } of plans) {
    expect(new Set(bots.map(({ account }) => account)).size).toBe(accounts);
    expect(happenings.every(({ atMs }) => atMs >= 0 && atMs < troubleMs)).toBe(true);
  }
  expect(plans.some(({ bots, accounts }) => bots.length > accounts)).toBe(true);
});

test('hundreds of rounds meet every fault that the kit has, and every kill', () => {
  const met = new Set(plans.flatMap(({ happenings }) => happenings.map(nameOf)));
  // Somebody in between who says anything at all is what the other faults are made of; a market is changed by a halt, a key
  // revoked where it is another than the bots'.
  const others = new Set(['answer', 'changeMarket', 'revokeKey']);
  const wanted = Object.keys(faultFields).filter((type) => !others.has(type));
  const ofAll = [
    'killWorker',
    'killOwner',
    'killVenue',
    'killServer',
    'cutDatabase',
    'restartDatabase',
    'halt',
    'delist',
    'otherKey',
    'rebalance',
    'join',
  ];
  const ofDesks = ['withdraw', 'give', 'transfer', 'reverse', 'orderByHand', 'cancelByHand', 'changeBot', 'pauseBot', 'freeze'];
  expect([...met].sort()).toEqual([...wanted, ...ofAll, ...ofDesks].sort());
});

test('a real share of the rounds has a desk, with settings that a bot may have, and what goes wrong aims at its account too', () => {
  const desks = plans.flatMap(({ desk, happenings }) => (desk ? [{ desk, happenings }] : []));
  expect(desks.length).toBeGreaterThan(0.2 * plans.length);
  for (const { desk } of desks) for (const strategy of Object.values(desk.bots)) requireStrategy(strategy);
  const isAimed = ({ happenings }: (typeof desks)[number]) =>
    happenings.some((one) => one.type === 'fault' && JSON.stringify(one.fault).includes('"account":"a9"'));
  expect(desks.every(isAimed)).toBe(true);
  const isKilled = ({ happenings }: (typeof desks)[number]) => happenings.some((one) => one.type === 'killOwner' && one.bot === 'desk');
  expect(desks.filter(isKilled).length).toBeGreaterThan(0.3 * desks.length);
});

test('of hundreds of rounds, in the words of either exchange, a real share has what one round alone can be told', () => {
  const isMet: readonly (readonly [what: string, by: (plan: (typeof plans)[number]) => boolean])[] = [
    ['a pair that leaves', ({ happenings }) => happenings.some(({ type }) => type === 'delist')],
    ...(['expireMaker', 'expireTaker', 'expireBoth', 'none'] as const).map(
      (mode) => [mode, ({ coin }: (typeof plans)[number]) => coin?.isThin === true && coin.selfTradePrevention === mode] as const,
    ),
    ['money of other digits', ({ coin }) => coin !== null && coin.digits !== 8],
    ['digits that change', ({ happenings }) => happenings.some((one) => nameOf(one) === 'changeMoneyDigits')],
    ['orders that take', ({ bots }) => bots.some(({ mayTake }) => mayTake)],
  ];
  const few = dialectNames.flatMap((dialect) => {
    const ofDialect = plans.filter((plan) => plan.dialect === dialect);
    return isMet.filter(([, by]) => ofDialect.filter(by).length < 0.02 * ofDialect.length).map(([what]) => `${what} (${dialect})`);
  });
  expect(few).toEqual([]);
});

test('what one round alone is told of its own coin strikes no other', () => {
  const delistings = plans.flatMap(({ coin, happenings }) =>
    happenings.flatMap((one) => (one.type === 'delist' ? [{ coin, ...one }] : [])),
  );
  expect(delistings.length).toBeGreaterThan(0);
  for (const { coin, pair } of delistings) expect(pair.split('/')[0]).toBe(coin?.name);
});

test('every planned fault is one that the kit takes', () => {
  const planned = plans.flatMap(({ happenings }) => happenings.flatMap((one) => (one.type === 'fault' ? [one.fault] : [])));
  expect(planned.length).toBeGreaterThan(0);
  expect(planned.filter((fault) => !faultSchema.safeParse(fault).success)).toEqual([]);
});
