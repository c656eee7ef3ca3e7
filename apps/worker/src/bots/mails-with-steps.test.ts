/** What a user is told by mail is stored with the step that it tells of: both, or neither, and once. */
import type { BotStep } from '@tenbin/bots';
import { type OrganizationDatabase, openDatabase } from '@tenbin/db';
import { OwnershipLost } from '@tenbin/engine';
import { systemRuntime } from '@tenbin/runtime';
import { silentLog } from '@tenbin/telemetry';
import { buildTenant, openCuttingProxy, openTestDatabase, type Tenant, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { UserMails } from '../mails/user-mails.ts';
import { mailSettingsFor } from '../testing/mail-settings.ts';
import { DatabaseJournal } from './database-journal.ts';

const at = new Date('2026-01-02T03:04:05Z');
const nothing = { cancelled: [], filled: [] };
const stopped: BotStep = {
  messages: [{ code: 'keyRefused', facts: {}, at }],
  active: false,
  phase: { kind: 'stopped', receipt: null },
  duringStop: nothing,
};

/** The process ends at the commit of its next transaction: before it, or when it has been made and nobody heard of it. */
function dying(own: OrganizationDatabase, when: 'before' | 'after'): OrganizationDatabase {
  let isDead = false;
  const die = () => {
    if (isDead) return;
    isDead = true;
    throw new Error('killed');
  };
  return {
    ...own,
    async transaction(work) {
      const result = await own.transaction(async (transaction) => {
        const done = await work(transaction);
        if (when === 'before') die();
        return done;
      });
      die();
      return result;
    },
  };
}

describe.each(testEngines)('what is told by mail, on %s', (engine) => {
  let opened: TestDatabase;
  let tenant: Tenant;
  let own: OrganizationDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  beforeEach(async () => {
    tenant = await buildTenant(opened.database);
    own = opened.database.forOrganization(tenant.organization.id);
  });
  afterAll(() => opened.close());

  async function journalOver(organization: OrganizationDatabase, epoch = 0): Promise<DatabaseJournal> {
    const mails = new UserMails(await mailSettingsFor(own), { clock: systemRuntime(), log: silentLog });
    const journal = new DatabaseJournal({ organization, bot: tenant.bot, epoch, mails, onStopped: () => {} });
    await journal.load();
    return journal;
  }
  const run = () => own.journal.record({ botId: tenant.bot.id, epoch: 0 }, { phase: { kind: 'running', since: at } });
  const phase = async () => (await own.bots.require(tenant.user.id, tenant.bot.id)).phase.kind;
  const subjects = async () => {
    const mails = await opened.database.platform.mailQueue.listNewest(100);
    return mails.flatMap(({ to, subject }) => (to === tenant.user.email ? [subject] : []));
  };
  const stopSubject = () => `ボット「${tenant.bot.name}」が自動停止しました`;

  const askRebalance = (startsBot = false) =>
    own.rebalances.request({ userId: tenant.user.id, botId: tenant.bot.id, startsBot, feePercents: {}, at });
  const ended = (id: string, status: 'completed' | 'failed'): BotStep => ({
    rebalance: { id, status, at, ...(status === 'failed' ? { reason: 'cannotSellFirst' } : { balancesAfter: { BTC: '1' } }) },
  });

  test('a bot that stops by itself is told once, and the mail sent once', async () => {
    const sent: string[] = [];
    const stopSending = await opened.database.jobs.work('mail', async ({ data }) => {
      if (data.organizationId === own.organizationId) sent.push(data.mailId);
    });
    await run();
    await (await journalOver(own)).record(stopped);
    expect(await subjects()).toEqual([stopSubject()]);
    await expect.poll(() => sent).toHaveLength(1);
    await stopSending();
    expect(sent).toHaveLength(1);
  });

  test.each([
    ['completed', 'の自動リバランスが完了しました'],
    ['failed', 'の自動リバランスに失敗しました'],
  ] as const)('a rebalance that is %s is told once, with what its last step stored', async (status, words) => {
    const { id } = await askRebalance();
    const step = ended(id, status);
    const journal = await journalOver(own);
    for (let times = 0; times < 3; times += 1) await journal.record(step);
    expect(await subjects()).toEqual([`ボット「${tenant.bot.name}」${words}`]);
    await expect(journal.record({ ...step })).rejects.toThrow(OwnershipLost);
    expect(await subjects()).toHaveLength(1);
  });

  test('a start that waited for a rebalance is told once the bot runs, one that its user asks for afterwards is not', async () => {
    const { id } = await askRebalance(true);
    const journal = await journalOver(own);
    await journal.record(ended(id, 'completed'));
    await journal.record({ phase: { kind: 'running', since: at } });
    const started = `ボット「${tenant.bot.name}」が自動で開始しました`;
    const told = async () => (await subjects()).filter((subject) => subject === started).length;
    expect(await told()).toBe(1);
    await journal.record({ phase: { kind: 'stopped', receipt: null }, active: false });
    const later = new Date(at.getTime() + 60_000);
    await own.bots.setActive(tenant.user.id, tenant.bot.id, { active: true, by: tenant.user.id, at: later });
    await (await journalOver(own)).record({ phase: { kind: 'running', since: later } });
    expect(await told()).toBe(1);
  });

  test('a start that waited for a rebalance and fails after it is told, one that its user asks for afterwards is not', async () => {
    const { id } = await askRebalance(true);
    const journal = await journalOver(own);
    await journal.record(ended(id, 'completed'));
    const launch = `ボット「${tenant.bot.name}」を自動で開始できませんでした`;
    await journal.record(stopped);
    expect((await subjects()).filter((subject) => subject === launch)).toHaveLength(1);
    const later = new Date(at.getTime() + 60_000);
    await own.bots.setActive(tenant.user.id, tenant.bot.id, { active: true, by: tenant.user.id, at: later });
    await (await journalOver(own)).record({ ...stopped });
    expect(await subjects()).toHaveLength(2);
  });

  test('a stop that somebody asked for, and what goes on, is told by no mail', async () => {
    await run();
    const journal = await journalOver(own);
    const receipt = { askedAt: at, by: tenant.user.id, reason: null, ...nothing, filledMeanwhile: [], confirmedAt: at };
    await journal.record({ phase: { kind: 'stopped', receipt }, duringStop: nothing });
    const { id } = await askRebalance();
    await journal.record({ rebalance: { id, status: 'running', at } });
    expect(await subjects()).toEqual([]);
  });

  test('a step that is refused tells nothing', async () => {
    await run();
    await expect((await journalOver(own, 7)).record(stopped)).rejects.toThrow(OwnershipLost);
    expect([await phase(), await subjects()]).toEqual(['running', []]);
  });

  test('a process killed before the commit leaves neither the stop nor its mail; the next one stores both', async () => {
    await run();
    const journal = await journalOver(dying(own, 'before'));
    await expect(journal.record(stopped)).rejects.toThrow('killed');
    expect([await phase(), await subjects()]).toEqual(['running', []]);
    await journal.record(stopped);
    expect([await phase(), await subjects()]).toEqual(['stopped', [stopSubject()]]);
  });

  test('one killed after the commit leaves both, and the step given again tells nothing twice', async () => {
    await run();
    const journal = await journalOver(dying(own, 'after'));
    await expect(journal.record(stopped)).rejects.toThrow('killed');
    expect([await phase(), await subjects()]).toEqual(['stopped', [stopSubject()]]);
    await journal.record(stopped);
    expect(await subjects()).toHaveLength(1);
  });

  test.runIf(engine === 'postgres')('a connection that ends between the commit and its answer leaves one mail', async () => {
    await run();
    const proxy = await openCuttingProxy(opened.options.databaseUrl ?? '');
    const cut = await openDatabase({ runtime: systemRuntime(), databaseUrl: proxy.databaseUrl });
    const journal = await journalOver(cut.forOrganization(own.organizationId));
    proxy.cutAfterCommit(1);
    await expect(journal.record(stopped)).rejects.toThrow();
    expect(proxy.cuts).toBe(1);
    await journal.record(stopped);
    expect([await phase(), await subjects()]).toEqual(['stopped', [stopSubject()]]);
    await cut.close();
    await proxy.close();
  });
});
