import { PassThrough } from 'node:stream';
import type { Session } from '@tenbin/db';
import type { FastifyReply } from 'fastify';
import type { Clock } from '../clock.ts';
import type { OpenStreams } from '../live/open-streams.ts';
import type { EventStream } from './implement.ts';
import { Refusal } from './refusal.ts';

/** Proxies close what is silent. */
const heartbeatMs = 15_000;
/** A reader this far behind is cut off; it connects again and reads everything anew. */
const maxBuffered = 512 * 1024;
/** A stream is no use of its session: it ends when that has grown idle, or was ended without a word reaching us. */
const recheckMs = 5 * 60_000;
/** The longest that a timer can wait. */
const maxTimerMs = 2 ** 31 - 1;

interface Settings {
  readonly session: Session;
  /** Whether the session still stands. */
  readonly isLive: () => Promise<boolean>;
  readonly streams: OpenStreams;
  readonly clock: Clock;
  readonly follow: (stream: EventStream<never>) => Promise<() => void>;
}

/**
 * Answers with server-sent events until the reader leaves, the session ends or the server closes.
 *
 * @throws {Refusal} `tooManyRequests` when the user has too many open, `signinRequired` when the session has just ended
 */
export async function sendEvents(reply: FastifyReply, { session, isLive, streams, clock, follow }: Settings): Promise<FastifyReply> {
  const pipe = new PassThrough({ highWaterMark: 64 * 1024 });
  const write = (text: string): boolean => {
    if (pipe.writableEnded || pipe.destroyed) return false;
    const isKeepingUp = pipe.write(text);
    if (pipe.writableLength + pipe.readableLength > maxBuffered) pipe.destroy();
    return isKeepingUp;
  };
  const end = (): void => void pipe.end();
  const forget = streams.add({ session, end });
  const stopHeartbeat = clock.every(heartbeatMs, () => write(': \n\n'));
  const stopExpiry = clock.after(Math.min(session.expiresAt.getTime() - clock.now().getTime(), maxTimerMs), end);
  const recheck = () =>
    void isLive().then(
      (live) => live || end(),
      () => undefined,
    );
  const stopRechecking = clock.every(recheckMs, recheck);
  let stop: (() => void) | null = null;
  pipe.once('close', () => {
    stopHeartbeat();
    stopExpiry();
    stopRechecking();
    forget();
    stop?.();
  });
  try {
    // It may have ended after it was looked at, and before its end could be heard here.
    if (!(await isLive())) throw new Refusal('signinRequired');
    stop = await follow({ send: (event) => write(`data: ${JSON.stringify(event)}\n\n`), end });
  } catch (error) {
    pipe.destroy();
    throw error;
  }
  return reply.headers({ 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' }).send(pipe);
}
