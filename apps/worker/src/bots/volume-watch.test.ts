import type { Database } from '@tenbin/db';
import { VirtualRuntime } from '@tenbin/runtime';
import { noMetrics, silentLog } from '@tenbin/telemetry';
import { expect, test } from 'vitest';
import { VolumeWatch } from './volume-watch.ts';

/** A watch over organizations whose users trade, and the users of each look. */
function watch(answer: () => Promise<void> = async () => {}) {
  const clock = new VirtualRuntime({ seed: 1 });
  const looks: (readonly string[])[] = [];
  const organization = { isFree: false, settings: { timeZone: 'Asia/Tokyo' } };
  const subscriptions = {
    listTraders: async (_usual: unknown, _now: unknown, of: readonly string[]) => {
      looks.push(of);
      await answer();
      return [];
    },
  };
  const db = { forOrganization: () => ({ organization: async () => organization, subscriptions }) } as unknown as Database;
  return { clock, looks, volumes: new VolumeWatch({ db, clock, log: silentLog, metrics: noMetrics, mails: null }) };
}
const by = (userId: string | null, organizationId = 'o') => ({ organizationId, userId });

test('a thousand bots that trade all the time cost one look at their users in a second', async () => {
  const { clock, looks, volumes } = watch();
  for (let second = 0; second < 3; second += 1) {
    for (let fill = 0; fill < 5_000; fill += 1) volumes.take(by(`u${fill % 1_000}`));
    await clock.advance(1_000);
  }
  expect(looks.map((users) => users.length)).toEqual([1_000, 1_000, 1_000]);
  await clock.advance(60_000);
  expect(looks).toHaveLength(3);
});

test('who trades during a look is looked at after it; bots of the platform have no limit', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { clock, looks, volumes } = watch(() => promise);
  volumes.take(by('a'));
  await clock.advance(1_000);
  volumes.take(by('b'));
  volumes.take(by(null));
  await clock.advance(5_000);
  expect(looks).toEqual([['a']]);
  resolve();
  await clock.advance(1_000);
  expect(looks).toEqual([['a'], ['b']]);
});

test('a look that fails is made again', async () => {
  let fails = true;
  const { clock, looks, volumes } = watch(async () => {
    if (fails) throw new Error('the database is away');
  });
  volumes.take(by('a'));
  await clock.advance(3_000);
  fails = false;
  await clock.advance(60_000);
  expect(looks).toEqual([['a'], ['a'], ['a'], ['a']]);
});

test('a watch that is closed begins no look', async () => {
  const { clock, looks, volumes } = watch();
  volumes.take(by('a'));
  await volumes.close();
  volumes.take(by('b'));
  await clock.advance(60_000);
  expect(looks).toEqual([]);
});
