import { buildOrganization, fakeClock, newSignUp, openTestDatabase } from '@tenbin/testkit';
import { expect, test } from 'vitest';
import { silentLog } from '../testing/trading-floor.ts';
import { sweepSignUps } from './sweep-sign-ups.ts';

test('whoever has not entered a code when their time is over leaves nothing behind, in any organization', async () => {
  const { database, close } = await openTestDatabase('pglite');
  const clock = fakeClock(new Date());
  const expiresAt = new Date(clock.now().getTime() + 60_000);
  const both = await Promise.all([1, 2].map(async () => database.forOrganization((await buildOrganization(database)).id)));
  const left = async () => {
    const ones = await Promise.all(both.map(({ signUps }) => signUps.findByEmail('newcomer@example.com', new Date(0))));
    return ones.filter((one) => one !== null).length;
  };
  for (const { signUps } of both) await signUps.replace(newSignUp({ expiresAt }));
  await sweepSignUps({ platform: database.platform, clock, log: silentLog });
  expect(await left()).toBe(2);
  clock.advance(60_000);
  await sweepSignUps({ platform: database.platform, clock, log: silentLog });
  expect(await left()).toBe(0);
  await close();
});

test('a database that is away is told, and tried again later', async () => {
  const { database, close } = await openTestDatabase('pglite');
  await close();
  const warned: string[] = [];
  const log = { ...silentLog, warn: (_: unknown, event: string) => void warned.push(event) };
  await sweepSignUps({ platform: database.platform, clock: fakeClock(new Date()), log });
  expect(warned).toEqual(['signUps.notSwept']);
});
