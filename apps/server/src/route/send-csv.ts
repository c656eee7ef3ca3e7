import type { Route } from '@tenbin/contract';
import type { FoundSession } from '@tenbin/db';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { ServerContext } from '../context.ts';
import { bytesOf, type CsvOptions, csvOf } from './csv.ts';
import type { Rows } from './implement.ts';
import { Refusal } from './refusal.ts';

/** A reader who takes nothing for so long has gone, or holds what others could use. */
const maxPauseMs = 60_000;
/** Pages between two looks at whether the session still stands. */
const lookEveryPages = 10;

interface Settings {
  readonly session: FoundSession;
  /** Whether the session still stands. */
  readonly isLive: () => Promise<boolean>;
  readonly rows: Rows;
  readonly options: CsvOptions;
  readonly deps: Pick<ServerContext, 'log' | 'streams'> & { readonly clock: Pick<Clock, 'now' | 'after'> };
}

/**
 * Answers with rows as fast as they are taken, until the reader leaves, the session ends or the server closes.
 *
 * @throws {Refusal} `tooManyRequests` when the caller has too many streams open, `signinRequired` when the session has just ended
 */
export async function sendCsv(
  reply: FastifyReply,
  { path, columns }: Pick<Route, 'path' | 'columns'>,
  { session, isLive, rows, options, deps }: Settings,
): Promise<FastifyReply> {
  let stopWaiting: (() => void) | null = null;
  let pages = 0;
  async function* paced(): AsyncGenerator<string, void, void> {
    for await (const text of csvOf(columns ?? {}, rows, options)) {
      pages += 1;
      if (pages % lookEveryPages === 0 && !(await isLive())) return void stream.destroy();
      stopWaiting = deps.clock.after(maxPauseMs, () => stream.destroy());
      yield text;
      stopWaiting();
    }
  }
  const stream = bytesOf(paced());
  const forget = deps.streams.add({ sessionId: session.id, userId: session.subjectId, end: () => void stream.destroy() });
  stream.once('close', () => {
    stopWaiting?.();
    forget();
  });
  stream.on('error', (error) => deps.log.warn({ route: path, err: error }, 'download.failed'));
  // It may have ended after it was looked at, and before its end could be heard here.
  if (!(await isLive())) {
    stream.destroy();
    throw new Refusal('signinRequired');
  }
  const name = path.split('/').at(-2) ?? 'rows';
  const day = deps.clock.now().toISOString().slice(0, 10);
  return reply
    .headers({ 'content-type': 'text/csv; charset=utf-8', 'content-disposition': `attachment; filename="${name}-${day}.csv"` })
    .send(stream);
}
