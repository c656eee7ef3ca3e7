import type { Readable } from 'node:stream';
import type { FoundSession } from '@tenbin/db';
import { silentLog } from '@tenbin/telemetry';
import { fakeClock } from '@tenbin/testkit';
import type { FastifyReply } from 'fastify';
import { expect, test } from 'vitest';
import { createOpenStreams } from '../live/open-streams.ts';
import { sendCsv } from './send-csv.ts';

/** Sends a thousand pages while the session stands for so many looks. */
async function sent(looks: number) {
  let pages = 0;
  let left = looks;
  async function* rows() {
    while (pages < 1_000) {
      pages += 1;
      yield [{ name: 'x'.repeat(50_000) }];
    }
  }
  const reply = { headers: () => reply, send: (stream: Readable) => stream } as unknown as FastifyReply;
  const isLive = async () => {
    left -= 1;
    return left >= 0;
  };
  const given = {
    session: { id: 's', subjectId: 'u' } as FoundSession,
    isLive,
    writeDown: async () => {},
    rows: rows(),
    options: { timeZone: 'UTC' },
    deps: { clock: fakeClock(), log: silentLog, streams: createOpenStreams() },
  };
  const stream = (await sendCsv(reply, { path: '/api/records/download', columns: { name: 'text' } }, given)) as unknown as Readable;
  const end = new Promise<number>((resolve) => void stream.once('close', () => resolve(pages)));
  stream.resume();
  return end;
}

test('a session that ended just before its download is refused', async () => {
  await expect(sent(0)).rejects.toMatchObject({ code: 'signinRequired' });
});

test('a download ends within a few pages after its session, and goes to its end while that stands', async () => {
  expect(await sent(3)).toBeLessThan(100);
  expect(await sent(1_000)).toBe(1_000);
});
