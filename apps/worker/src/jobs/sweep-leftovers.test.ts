import { platformOrganizationId } from '@tenbin/db';
import { silentLog } from '@tenbin/telemetry';
import { buildOrganization, fakeClock, newSignUp, openTestDatabase } from '@tenbin/testkit';
import { expect, test } from 'vitest';
import { sweepLeftovers } from './sweep-leftovers.ts';

const dayMs = 86_400_000;

test('whoever has not entered a code when their time is over leaves nothing behind, in any organization', async () => {
  const { database, close } = await openTestDatabase('postgres');
  const clock = fakeClock(new Date());
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const both = await Promise.all([1, 2].map(async () => database.forOrganization((await buildOrganization(database)).id)));
  const left = async () => {
    const ones = await Promise.all(both.map(({ signUps }) => signUps.findByEmail('newcomer@example.com', new Date(0))));
    return ones.filter((one) => one !== null).length;
  };
  const sweep = () => sweepLeftovers({ db: database, clock, log: silentLog });
  for (const { signUps } of both) await signUps.replace(newSignUp({ expiresAt }));
  await sweep();
  expect(await left()).toBe(2);
  clock.advance(60_000);
  await sweep();
  expect(await left()).toBe(0);
  await close();
});

test('sessions and mails go thirty days after they were over; a mail that waits stays', async () => {
  const { database, close } = await openTestDatabase('postgres');
  const clock = fakeClock(new Date());
  const at = clock.now();
  const { sessions, mailQueue } = database.platform;
  const { id } = await buildOrganization(database);
  const { mails } = database.forOrganization(id);
  await sessions.create({ surface: 'operator', organizationId: null, subjectId: id, keyHash: 'a-hash', at, expiresAt: at });
  const sent = await mails.put({ to: 'a@example.com', subject: 'sent', text: '', html: '', at });
  await mails.put({ to: 'a@example.com', subject: 'waits', text: '', html: '', at });
  await mailQueue.markSent(sent, at);
  const left = async () => [
    (await sessions.findByKeyHash('a-hash')) !== null,
    ...(await mailQueue.listNewest(9)).map(({ subject }) => subject).sort(),
  ];
  const sweep = () => sweepLeftovers({ db: database, clock, log: silentLog });
  clock.advance(29 * dayMs);
  await sweep();
  expect(await left()).toEqual([true, 'sent', 'waits']);
  clock.advance(2 * dayMs);
  await sweep();
  expect(await left()).toEqual([false, 'waits']);
  await close();
});

test('a call is answered as before for thirty days, and is a new one then', async () => {
  const { database, close } = await openTestDatabase('postgres');
  const { answeredCalls } = database.forOrganization(platformOrganizationId);
  const call = { caller: 'an operator', key: 'once', requestHash: 'a-hash' };
  await answeredCalls.begin(call);
  await answeredCalls.answer(call, { success: true });
  const clock = fakeClock(new Date());
  const sweep = () => sweepLeftovers({ db: database, clock, log: silentLog });
  clock.advance(29 * dayMs);
  await sweep();
  expect(await answeredCalls.find(call)).toEqual({ answer: { success: true } });
  clock.advance(2 * dayMs);
  await sweep();
  expect(await answeredCalls.find(call)).toBeNull();
  await close();
});
