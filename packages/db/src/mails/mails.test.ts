import { buildOrganization, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Mail } from './mails.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

describe.each(testEngines)('mails on %s', (engine) => {
  let opened: TestDatabase;
  beforeEach(async () => {
    opened = await openTestDatabase(engine);
  });
  afterEach(() => opened.close());

  async function put(seconds: number): Promise<Mail> {
    const { id } = await buildOrganization(opened.database);
    return opened.database
      .forOrganization(id)
      .mails.put({ to: 'a@example.com', subject: '件名', text: 't', html: '<p>t</p>', at: at(seconds) });
  }

  test('wait until a sender takes them, and no two senders take the same', async () => {
    const { mailQueue } = opened.database.platform;
    const mails = [await put(1), await put(2), await put(3), await put(9)];
    const take = () => mailQueue.take({ at: at(5), limit: 2, holdMs: 60_000 });
    const taken = (await Promise.all([take(), take()])).flat();
    expect([...taken, ...(await take())].map(({ id }) => id).sort()).toEqual(
      mails
        .slice(0, 3)
        .map(({ id }) => id)
        .sort(),
    );
    expect(taken.every(({ attempts, status }) => attempts === 1 && status === 'waiting')).toBe(true);
  });

  test('are due again when their sender died', async () => {
    const { mailQueue } = opened.database.platform;
    const { id } = await put(1);
    await mailQueue.take({ at: at(1), limit: 5, holdMs: 60_000 });
    expect(await mailQueue.take({ at: at(60), limit: 5, holdMs: 60_000 })).toEqual([]);
    expect(await mailQueue.take({ at: at(61), limit: 5, holdMs: 60_000 })).toMatchObject([{ id, attempts: 2 }]);
  });

  test('are sent once, tried again later, or given up', async () => {
    const { mailQueue } = opened.database.platform;
    const [sent, late, lost] = [await put(1), await put(2), await put(3)];
    await mailQueue.take({ at: at(5), limit: 5, holdMs: 1000 });
    await mailQueue.markSent(sent, at(6));
    await mailQueue.markFailed(late, { error: 'busy', retryAt: at(100) });
    await mailQueue.markFailed(lost, { error: 'no such address', retryAt: null });
    expect(await mailQueue.take({ at: at(50), limit: 5, holdMs: 1000 })).toEqual([]);
    expect(await mailQueue.take({ at: at(100), limit: 5, holdMs: 1000 })).toMatchObject([{ id: late.id, lastError: 'busy' }]);
    expect((await mailQueue.listNewest(2)).map(({ id, status, sentAt }) => [id, status, sentAt])).toEqual([
      [lost.id, 'failed', null],
      [late.id, 'waiting', null],
    ]);
    expect((await mailQueue.listNewest(9))[2]).toMatchObject({
      id: sent.id,
      status: 'sent',
      sentAt: at(6),
      nextAttemptAt: null,
      subject: '件名',
    });
  });
});
