import type { FoundSession } from '@tenbin/db';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { ServerContext } from '../context.ts';
import { bytesOf } from './csv.ts';
import { Refusal } from './refusal.ts';

/** A reader who takes nothing for so long has gone, or holds what others could use. */
const maxPauseMs = 60_000;
/** Parts between two looks at whether the session still stands. */
const recheckEveryParts = 10;

export interface FileReader {
  readonly session: FoundSession;
  /** Whether the session still stands. */
  readonly isLive: () => Promise<boolean>;
  /** Writes down that it is taken out, before its first byte leaves. */
  readonly writeDown: () => Promise<void>;
  readonly deps: Pick<ServerContext, 'log' | 'streams'> & { readonly clock: Pick<Clock, 'now' | 'after'> };
}

interface SentFile {
  /** Of the route, for the log. */
  readonly path: string;
  /** Without the day and the extension, which are added. */
  readonly name: string;
  readonly type: 'csv' | 'json';
  /** The next part is asked for when this one has been taken. */
  readonly parts: AsyncIterable<string>;
}

const mimeTypes = { csv: 'text/csv; charset=utf-8', json: 'application/json; charset=utf-8' } as const;

/**
 * Answers with a file as fast as it is taken, until the reader leaves, the session ends or the server closes.
 *
 * @throws {Refusal} `tooManyRequests` when the caller has too many streams open, `signinRequired` when the session has just ended
 */
export async function sendFile(
  reply: FastifyReply,
  { path, name, type, parts }: SentFile,
  { session, isLive, writeDown, deps }: FileReader,
): Promise<FastifyReply> {
  let stopWaiting: (() => void) | null = null;
  let count = 0;
  async function* paced(): AsyncGenerator<string, void, void> {
    for await (const text of parts) {
      count += 1;
      if (count % recheckEveryParts === 0 && !(await isLive())) return void stream.destroy();
      stopWaiting = deps.clock.after(maxPauseMs, () => stream.destroy());
      yield text;
      stopWaiting();
    }
  }
  const stream = bytesOf(paced());
  const forget = deps.streams.add({ session, end: () => void stream.destroy() });
  stream.once('close', () => {
    stopWaiting?.();
    forget();
  });
  stream.on('error', (error) => deps.log.warn({ route: path, err: error }, 'download.failed'));
  // It may have ended after it was looked at, and before its end could be heard here.
  try {
    if (!(await isLive())) throw new Refusal('signinRequired');
    await writeDown();
  } catch (error) {
    stream.destroy();
    throw error;
  }
  const day = deps.clock.now().toISOString().slice(0, 10);
  return reply
    .headers({ 'content-type': mimeTypes[type], 'content-disposition': `attachment; filename="${name}-${day}.${type}"` })
    .send(stream);
}
