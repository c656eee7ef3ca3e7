/** Payments while the trading limit holds bots: whatever is told late or twice, they stay stopped, and their user is told once when they may run. */
import { resolve } from 'node:path';
import { type UserPlan, yen } from '@tenbin/billing';
import { loadBrands } from '@tenbin/brand/load';
import { systemRuntime } from '@tenbin/runtime';
import { noMetrics, silentLog } from '@tenbin/telemetry';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type PaymentStage, startPaymentStage } from '../../apps/server/src/testing/payment-stage.ts';
import { stopUnentitled } from '../../apps/worker/src/jobs/stop-unentitled.ts';
import { UserMails } from '../../apps/worker/src/mails/user-mails.ts';
import { Buyer } from './buyer.ts';

const dayMs = 86_400_000;
const limitReached = '取引高が上限に達し、ボットを停止しました';
const limitLifted = 'ボットを再び開始できます';
const paid = 'お支払いを確認しました';

let stage: PaymentStage;
let small: UserPlan;
let large: UserPlan;
let buyer: Buyer;
/** What the worker does every minute. */
let lookAtPlans: () => Promise<void>;

beforeAll(async () => {
  stage = await startPaymentStage();
  small = await stage.makePlan({ name: 'Small', monthlyPrice: yen(2000), initialInstallationCost: yen(0), tradingLimit: '1000' });
  large = await stage.makePlan({ name: 'Large', monthlyPrice: yen(8000), initialInstallationCost: yen(0), tradingLimit: '50000' });
  const { database: db, clock, tenbin } = stage.server;
  const brands = await loadBrands(resolve(import.meta.dirname, '../../brands'));
  const reached = {
    brands: new Map([...brands].map(([, brand]) => [tenbin.slug, brand])),
    defaultBrand: null,
    publicUrl: 'https://tenbin.example',
  };
  const mails = new UserMails(
    { ...reached, isTrial: false, seal: (text) => text },
    { clock: { ...systemRuntime(), now: clock.now }, log: silentLog },
  );
  lookAtPlans = () => stopUnentitled({ db, clock, log: silentLog, metrics: noMetrics, mails });
});
afterAll(() => stage.close());

const kept = { agrees: true, comesBack: true };
const subjects = async () =>
  (await stage.server.database.platform.mailQueue.listNewest(100))
    .filter(({ to }) => to === buyer.user.email)
    .map(({ subject }) => subject);
const count = async (subject: string) => (await subjects()).filter((one) => one === subject).length;

/** On the small plan, whose limit their bot has reached. */
beforeEach(async () => {
  stage.standIn.misbehaviour.behave();
  buyer = await Buyer.appear(stage);
  await buyer.buy(small, 'new', kept);
  await stage.work();
  await buyer.startBot();
  await buyer.trade('1000');
  await lookAtPlans();
  expect([await buyer.runs(), await count(limitReached)]).toEqual([false, 1]);
});

test('after an upgrade that is told late, twice and out of order, bots stay stopped, and their user is told once that they may start', async () => {
  for (const fault of ['twice', 'late', 'outOfOrder'] as const) stage.standIn.misbehaviour.next(fault, 2);
  await buyer.buy(large, 'change', { agrees: true, comesBack: false });
  await stage.work();
  await lookAtPlans();
  for (const again of [() => stage.standIn.releaseLate(), () => stage.review(), () => stage.advance(60_000), () => stage.advance(dayMs)]) {
    await again();
    await stage.work();
    await lookAtPlans();
  }
  expect([await buyer.mayRun(), await buyer.runs()]).toEqual([true, false]);
  expect([await count(limitLifted), await count(limitReached), await count(paid)]).toEqual([1, 1, 0]);
  await buyer.startBot();
  await lookAtPlans();
  expect(await buyer.runs()).toBe(true);
});

test('a payment that comes while the limit holds lets nothing start, and nobody is told that it does', async () => {
  const { living } = buyer;
  if (!living) throw new Error('nothing is charged');
  living.pays = false;
  await stage.advance(32 * dayMs);
  await buyer.trade('1000');
  await lookAtPlans();
  living.pays = true;
  stage.standIn.misbehaviour.next('twice', 3);
  await stage.advance(6 * dayMs);
  await stage.work();
  await lookAtPlans();
  expect([await buyer.mayRun(), await buyer.runs(), await count(paid), await count(limitLifted)]).toEqual([false, false, 0, 0]);
  await stage.advance(31 * dayMs);
  await lookAtPlans();
  expect([await buyer.mayRun(), await buyer.runs(), await count(limitLifted)]).toEqual([true, false, 1]);
});
