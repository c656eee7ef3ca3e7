import { resolve } from 'node:path';
import { SettingsError } from '@tenbin/settings';
import { expect, test } from 'vitest';
import { readVenueConfig } from './config.ts';

test('nothing configured gives a trial on port 3001', () => {
  expect(readVenueConfig({})).toEqual({
    host: '127.0.0.1',
    port: 3001,
    feed: { kind: 'generated', seed: 1 },
    speed: 120,
    trial: true,
    dataDir: resolve('./data'),
    metrics: null,
  });
});

test('each feed can be chosen', () => {
  const feedOf = (text: string) => readVenueConfig({ VENUE_FEED: text });
  expect(feedOf('generated:42').feed).toEqual({ kind: 'generated', seed: 42 });
  const folder = import.meta.dirname;
  expect(feedOf(`replay:${folder}`)).toMatchObject({ feed: { kind: 'replay', folder }, speed: 1 });
  expect(feedOf('follow:kraken').feed).toEqual({ kind: 'follow', ccxtId: 'kraken' });
});

test('all wrong variables are told at once', () => {
  const wrong = { VENUE_PORT: '70000', VENUE_FEED: 'radio', VENUE_SPEED: '-1', TRIAL: 'yes', HOST: 'a b' };
  try {
    readVenueConfig(wrong);
    expect.unreachable();
  } catch (error) {
    expect(error).toBeInstanceOf(SettingsError);
    expect((error as SettingsError).problems.map((problem) => problem.split(' ')[0])).toEqual([
      'VENUE_PORT',
      'VENUE_FEED',
      'VENUE_SPEED',
      'TRIAL',
      'HOST',
    ]);
  }
});

test.each(['replay:/no/such/folder', 'replay:', `replay:${import.meta.filename}`, 'follow:nosuchexchange'])(
  'a feed that is not there is told before anything starts: %s',
  (VENUE_FEED) => {
    expect(() => readVenueConfig({ VENUE_FEED })).toThrow(/VENUE_FEED must be/);
  },
);

test('a followed market cannot be made faster', () => {
  expect(() => readVenueConfig({ VENUE_FEED: 'follow:kraken', VENUE_SPEED: '2' })).toThrow(/VENUE_SPEED must be 1/);
  expect(readVenueConfig({ VENUE_FEED: 'follow:kraken' }).speed).toBe(1);
});
