import { buildOrganization, openTestDatabase, type TestDatabase, testEngines } from '@tenbin/testkit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Mail } from './mails.ts';

const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

describe.each(testEngines)('mails on %s', (engine) => {
  let opened: TestDatabase;
  beforeAll(async () => {
    opened = await openTestDatabase(engine);
  });
  afterAll(() => opened.close());

  async function put(seconds: number): Promise<Mail> {
    const { id } = await buildOrganization(opened.database);
    return opened.database
      .forOrganization(id)
      .mails.put({ to: 'a@example.com', subject: '件名', text: 't', html: '<p>t</p>', at: at(seconds) });
  }

  test('are begun once for each attempt, however often it is asked for', async () => {
    const { mailQueue } = opened.database.platform;
    const mail = await put(1);
    const begun = await Promise.all([mailQueue.begin(mail, 1), mailQueue.begin(mail, 1)]);
    expect(begun.filter((one) => one !== null)).toMatchObject([{ id: mail.id, attempts: 1, status: 'waiting', subject: '件名' }]);
    expect(await mailQueue.begin(mail, 3)).toMatchObject({ attempts: 3 });
    expect(await mailQueue.begin(mail, 2)).toBeNull();
  });

  test('are sent once, tried again later, or given up', async () => {
    const { mailQueue } = opened.database.platform;
    const [sent, late, lost] = [await put(11), await put(12), await put(13)];
    await mailQueue.markSent(sent, at(16));
    await mailQueue.markFailed(sent, { error: 'too late', status: 'failed' });
    await mailQueue.markFailed(late, { error: 'busy', status: 'waiting' });
    await mailQueue.markFailed(lost, { error: 'no such address', status: 'refused' });
    expect(await Promise.all([sent, late, lost].map((mail) => mailQueue.begin(mail, 1)))).toMatchObject([
      null,
      { lastError: 'busy' },
      null,
    ]);
    expect((await mailQueue.listNewest(3)).map(({ id, status, sentAt }) => [id, status, sentAt])).toEqual([
      [lost.id, 'refused', null],
      [late.id, 'waiting', null],
      [sent.id, 'sent', at(16)],
    ]);
  });
});
