import { sequenceAt } from '@tenbin/bots';
import type { Database, RestoreOptions } from '@tenbin/db';
import { expect, test } from 'vitest';
import { prepareRestored } from './prepare-restored.ts';

const now = new Date('2026-11-22T12:00:00Z');

async function run(line: string): Promise<{ readonly said: string; readonly asked: RestoreOptions | undefined }> {
  const asked: RestoreOptions[] = [];
  const prepare = async (options: RestoreOptions) => {
    asked.push(options);
    return { since: options.since ?? new Date('2026-11-22T09:00:00Z'), bots: 3, broadcasts: 2 };
  };
  const audit = { append: async () => undefined };
  const database = { platform: { restores: { prepare }, audit } } as unknown as Database;
  const said = await prepareRestored(line === '' ? [] : line.split(' '), { database, now });
  return { said, asked: asked[0] };
}

test('everything is asked for from the given time on, and sequences go on after any that was used', async () => {
  const { said, asked } = await run('--since 2026-11-22T10:00:00Z --stop-all');
  expect(asked).toMatchObject({ since: new Date('2026-11-22T10:00:00Z'), stopsAll: true, at: now });
  expect(asked?.nextSequence).toBeGreaterThan(sequenceAt(now, 1));
  expect(said).toBe(
    'Bots: 3. All that they did since 2026-11-22T10:00:00.000Z is asked for when the workers start. All of them stop. Mails to many users that are paused until somebody resumes them: 2.',
  );
});

test('without a time the database says from when on', async () => {
  const { said, asked } = await run('');
  expect(asked).toMatchObject({ since: null, stopsAll: false });
  expect(said).toContain('2026-11-22T09:00:00.000Z');
});

test.each([
  ['--since yesterday', 'is no time that has passed'],
  ['--since 2027-01-01', 'is no time that has passed'],
  ['now', 'npm run after-restore'],
])('%s is refused in words', async (line, words) => {
  await expect(run(line)).rejects.toThrow(words);
});
