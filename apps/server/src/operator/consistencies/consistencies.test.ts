/** Whom a look comes to and what it tells, and that nobody else writes beside it. */
import { expect, test } from 'vitest';
import type { ServerContext } from '../../context.ts';
import { consistencyStage, longMs, told } from '../../testing/consistency-stage.ts';
import { expectSpecifiedCalls } from '../../testing/specified-calls.ts';
import { eachPlace } from './each-place.ts';

const stage = consistencyStage();
const { addBot, fix, inject, later, list, mended, placed, write } = stage;

test('the list tells what differs over all bots, and each fix leaves its entry with the organization', async () => {
  const { clientOrderId } = await placed();
  inject({ type: 'cancelOrders', account: stage.accountId });
  later(longMs);
  const list = await stage.server.call('GET', '/ango-ya/bots/consistencies', { key: stage.key, surface: 'operator' });
  expect(list.status).toBe(200);
  expect(list.body.differences.filter((one: { botId: string }) => one.botId === stage.bot.id)).toEqual([
    {
      botId: stage.bot.id,
      exchangeAccountId: stage.bot.exchangeAccountId,
      organization: stage.own.organizationId,
      kind: 'orderMissing',
      pair: 'BTC/USDT',
      currency: null,
      clientOrderId,
      exchangeOrderId: expect.any(String),
      expected: { state: 'open', amount: '0' },
      found: { state: 'cancelled', amount: '0' },
      since: expect.any(String),
    },
  ]);
  await fix();
  const [entry] = await stage.own.audit.list({ offset: 0, limit: 1 });
  expect(entry).toMatchObject({ actor: 'operator', facts: { botId: stage.bot.id, takenIn: 1, left: 0 } });
});

test('a look says to how many it did not come, and the next one goes on there', async () => {
  // More than are looked at before the first of them is answered.
  for (let others = 0; others < 10; others += 1) await addBot();
  const organizationId = stage.own.organizationId;
  const all = await list({ organizationId });
  expect(all).toMatchObject({ left: 0, next: null });
  const held = stage.server.venue.hold({ call: 'wallet' });
  const asked = list({ organizationId });
  const letIn = await held;
  // The time of the look is over while it waits for one of them.
  stage.server.clock.advance(30_000);
  letIn();
  const first = await asked;
  expect(first.next).toMatch(/^running\./);
  expect(first.asked + first.unaskedCount + first.left).toBe(all.asked + all.unaskedCount);
  expect(first.left).toBeGreaterThan(0);
  const rest = await list({ organizationId, cursor: first.next });
  expect(rest).toMatchObject({ next: null, left: 0 });
  expect(rest.asked + rest.unaskedCount).toBe(first.left);
  expect(await list({ organizationId: stage.server.kohaku.id })).toMatchObject({ asked: 0, differences: [], left: 0 });
  stage.server.clock.advance(-30_000);
});

test('an id under which there is nothing is answered', async () => {
  const nobody = '00000000-0000-7000-8000-000000000000';
  const answer = await fix({ botIds: [nobody, stage.bot.id], exchangeAccountIds: [nobody] });
  expect(answer).toMatchObject({ asked: 1, done: [], unaskedCount: 2, left: 0, next: null });
  expect(answer.unasked).toMatchObject([
    { botId: nobody, exchangeAccountId: null, organization: null, code: 'botNotFound' },
    { botId: null, exchangeAccountId: nobody, code: 'exchangeAccountNotFound' },
  ]);
});

test('a fault of ours over one of them is told under the reference that the log has', async () => {
  const errors: object[] = [];
  const log = { info() {}, warn() {}, error: (fields: object, event: string) => void errors.push({ event, ...fields }) };
  const { database, clock } = stage.server;
  const deps = { database, clock, log } as Partial<ServerContext> as ServerContext;
  const among = { botIds: [stage.bot.id], exchangeAccountIds: null, organizationId: null, cursor: null };
  const fault = new TypeError('ours');
  const strike = () => Promise.reject(fault);
  const { unasked } = await eachPlace({ deps, language: 'en', among, atOnce: 1 }, { bot: strike, wallet: strike });
  expect(errors).toEqual([
    { event: 'bot.compare_failed', reference: expect.stringMatching(/^[0-9a-f]{10}$/), botId: stage.bot.id, err: fault },
  ]);
  const [{ reference } = { reference: '' }] = errors as { reference: string }[];
  expect(unasked).toMatchObject([{ botId: stage.bot.id, code: 'internal', message: expect.stringContaining(reference) }]);
});

test('a bot that was asked to stop long ago, and does not, is given to a worker anew', async () => {
  await stage.own.bots.setActive(stage.trader.id, stage.bot.id, { active: false, by: stage.trader.id, at: stage.server.clock.now() });
  later(longMs);
  expect((await fix({ dryRun: true })).done).toEqual([]);
  later(6 * 60_000);
  const [difference] = (await fix()).done;
  expect(difference).toMatchObject({
    kind: 'stateDiffers',
    expected: { state: 'stopped' },
    found: { state: 'running' },
    outcome: 'workerAsked',
  });
  const { epoch } = await stage.own.exchangeAccounts.require(stage.bot.exchangeAccountId);
  expect(epoch).toBe(1);
  await stage.own.journal.record({ botId: stage.bot.id, epoch }, { phase: { kind: 'stopped', receipt: null } });
  expect((await fix()).done).toEqual([]);
});

test('whoever ran the bot until then cannot write beside what is mended', async () => {
  const { clientOrderId } = await placed();
  inject({ type: 'cancelOrders', account: stage.accountId });
  await mended(['orderMissing takenIn']);
  await expect(write({ state: 'open' }, clientOrderId)).rejects.toMatchObject({ code: 'staleEpoch' });
});

test('a bot whose exchange account a worker takes while it is compared is left as it is', async () => {
  inject({ type: 'changeBalance', account: stage.accountId, currency: 'USDT', amount: '-1000' });
  later(longMs);
  const epochOf = async () => (await stage.own.exchangeAccounts.require(stage.bot.exchangeAccountId)).epoch;
  const before = await epochOf();
  const hold = () => stage.server.venue.hold({ call: 'wallet' });
  const held = hold();
  const fixing = fix();
  let letIn = await held;
  // It is compared a first time before its exchange account is taken away.
  while ((await epochOf()) === before) {
    const next = hold();
    letIn();
    letIn = await next;
  }
  await stage.server.database.platform.workers.takeAway(
    { organizationId: stage.own.organizationId, exchangeAccountId: stage.bot.exchangeAccountId },
    null,
  );
  letIn();
  expect(told((await fixing).done)).toEqual(['ledgerDiffers byWorker']);
  expect((await stage.own.bots.require(stage.trader.id, stage.bot.id)).active).toBe(true);
});

test('the specified calls that are shown here were made', expectSpecifiedCalls);
