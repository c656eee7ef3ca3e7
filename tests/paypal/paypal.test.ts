import type { UserPlan } from '@tenbin/billing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PaymentStage, startPaymentStage } from '../../apps/server/src/testing/payment-stage.ts';
import { playMonth } from './play-month.ts';
import { makePlans, playRound } from './play-round.ts';

/** Between them everything that a buyer does. */
const seeds = [1, 2, 3, 4, 17, 24];

let stage: PaymentStage;
let plans: readonly UserPlan[];
const happened = new Set<string>();
beforeAll(async () => {
  stage = await startPaymentStage();
  plans = await makePlans(stage);
});
afterAll(() => stage.close());

test.each(seeds)('whatever becomes of webhooks and calls, in round %i both sides hold the same in the end', async (seed) => {
  const round = await playRound(stage, plans, seed);
  expect(round).toMatchObject({ seed, wrong: [] });
  for (const what of Object.keys(round.happened)) happened.add(what);
});

test('a payment that a bank took came back to one of them, and not to another one', () => {
  expect([...happened]).toEqual(expect.arrayContaining(['reverses', 'disputes', 'isWon', 'isLost']));
});

test('the money of a month is the same for the provider, in our records and in what users and administrators are told', async () => {
  const own = await startPaymentStage();
  try {
    const { standIn, payments, ...others } = await playMonth(own, await makePlans(own), { buyers: 20, seed: 1 });
    expect(others).toEqual({ records: standIn, api: standIn, revenue: standIn, file: standIn });
    expect(payments).toBeGreaterThan(20);
  } finally {
    await own.close();
  }
});
