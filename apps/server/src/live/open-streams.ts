import type { Session } from '@tenbin/db';
import { Refusal } from '../route/refusal.ts';
import { type EndedSession, isEnded } from '../sessions/session-directory.ts';

/** Open at once for one person: pages in several windows and devices, and downloads. */
const maxStreams = 12;

interface OpenStream {
  readonly session: Pick<Session, 'id' | 'subjectId' | 'viewerId' | 'viewerSessionId'>;
  readonly end: () => void;
}

/** The events and downloads that are open, so that they end with their session, and when the server closes. */
export interface OpenStreams {
  /**
   * @returns takes it out again
   * @throws {Refusal} `tooManyRequests` when whoever reads has too many
   */
  add(stream: OpenStream): () => void;
  endOf(ended: EndedSession): void;
  endAll(): void;
}

/** Whoever looks on as a user takes nothing from that user. */
const readerOf = ({ session: { viewerId, subjectId } }: OpenStream): string => viewerId ?? subjectId;

export function createOpenStreams(): OpenStreams {
  const open = new Set<OpenStream>();
  const endWhere = (isMeant: (stream: OpenStream) => boolean): void => {
    for (const stream of [...open]) if (isMeant(stream)) stream.end();
  };
  return {
    add(stream) {
      if ([...open].filter((one) => readerOf(one) === readerOf(stream)).length >= maxStreams)
        throw new Refusal('tooManyRequests', { facts: { seconds: 30 }, retryAfterSeconds: 30 });
      open.add(stream);
      return () => void open.delete(stream);
    },
    endOf: (ended) => endWhere(({ session }) => isEnded(ended, session)),
    endAll: () => endWhere(() => true),
  };
}
