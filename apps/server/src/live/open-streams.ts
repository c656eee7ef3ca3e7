import type { EndedSession } from '../sessions/session-directory.ts';

interface OpenStream {
  readonly sessionId: string;
  readonly userId: string;
  readonly end: () => void;
}

/** The event streams that are open, so that they end with their session, and when the server closes. */
export interface OpenStreams {
  /** @returns takes it out again */
  add(stream: OpenStream): () => void;
  countOf(userId: string): number;
  endOf(ended: EndedSession): void;
  endAll(): void;
}

export function createOpenStreams(): OpenStreams {
  const open = new Set<OpenStream>();
  const endWhere = (isMeant: (stream: OpenStream) => boolean): void => {
    for (const stream of [...open]) if (isMeant(stream)) stream.end();
  };
  return {
    add(stream) {
      open.add(stream);
      return () => void open.delete(stream);
    },
    countOf: (userId) => [...open].filter((stream) => stream.userId === userId).length,
    endOf: (ended) =>
      endWhere((stream) => ('sessionId' in ended ? stream.sessionId === ended.sessionId : stream.userId === ended.subjectId)),
    endAll: () => endWhere(() => true),
  };
}
