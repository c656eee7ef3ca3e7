import { defaultSessionRules, type SessionRules, sessionExpiresAt, sessionStatus, shouldNoteUse } from '@tenbin/accounts';
import type { Database, FoundSession, OrganizationDatabase, Session } from '@tenbin/db';
import type { Log } from '@tenbin/telemetry';
import type { Clock } from '../clock.ts';
import { hashToken, makeToken } from '../passwords/secret-token.ts';
import type { OrganizationDirectory } from '../tenancy/organization-directory.ts';

/**
 * Who is signed in. A look-up is remembered for a few seconds, so that a busy page costs no read of its own; that a
 * session has ended is told to every server at once.
 */
export interface SessionDirectory {
  /** Signs somebody in; the oldest of their sessions ends where there are too many. @returns its key is handed out once */
  open(
    who: Pick<Session, 'surface' | 'organizationId' | 'subjectId'>,
    from: Device,
  ): Promise<{ readonly key: string; readonly session: Session }>;
  /** @param options - `isUse`: whether somebody is there, so that the session does not grow idle */
  check(key: string, options: { readonly isUse: boolean }): Promise<SessionCheck>;
  end(session: Session): Promise<void>;
  /** Ends everything that somebody has open, but for one session where it is named, in the transaction of an act: told to every server once it is committed. */
  endAllWithin(
    within: Pick<OrganizationDatabase, 'sessions' | 'onCommit'>,
    who: Pick<Session, 'surface' | 'subjectId'>,
    options?: { readonly exceptId?: string },
  ): Promise<void>;
  endWithin(within: Pick<OrganizationDatabase, 'sessions' | 'onCommit'>, session: Pick<Session, 'id'>): Promise<void>;
  /**
   * Once it is committed that somebody may do something else than before, every server forgets what it remembers of them, and
   * closes their streams and views': whoever still may opens them again.
   */
  recheckWithin(within: Pick<OrganizationDatabase, 'onCommit'>, who: Pick<Session, 'subjectId'>): void;
  /** The look at the console as a user that a token was handed over for; null where that is used up, or nobody's. */
  findView(token: string): Promise<FoundSession | null>;
  /** Takes it up. @returns its key; null where it was taken up already, or is too old */
  claimViewWithin(
    within: Pick<OrganizationDatabase, 'sessions'>,
    view: { readonly session: Pick<Session, 'id'>; readonly token: string },
    from: Device,
  ): Promise<string | null>;
  /** Called for every session that ends, wherever it was ended. */
  onEnded(listener: (ended: EndedSession) => void): void;
  /** How long sessions of an organization live; null: those of operators. */
  rulesOf(organizationId: string | null): Promise<SessionRules>;
  close(): Promise<void>;
}

/** Where somebody signs in. */
export type Device = Pick<Session, 'agent' | 'address'>;

export type SessionCheck =
  | { readonly kind: 'live'; readonly session: FoundSession }
  /** There is no such session, or it was ended. */
  | { readonly kind: 'unknown' }
  /** Too old, or too long without use. */
  | { readonly kind: 'timedOut' };

/** One session, or all of somebody's but one. */
export type EndedSession = { readonly sessionId: string } | { readonly subjectId: string; readonly exceptId?: string | undefined };

/** What somebody looks on in ends with their own session as well. */
export const isEnded = (
  ended: EndedSession,
  { id, subjectId, viewerId, viewerSessionId }: Pick<Session, 'id' | 'subjectId' | 'viewerId' | 'viewerSessionId'>,
): boolean =>
  'sessionId' in ended
    ? ended.sessionId === id || ended.sessionId === viewerSessionId
    : (ended.subjectId === subjectId && ended.exceptId !== id) || (ended.subjectId === viewerId && ended.exceptId !== viewerSessionId);

/** Minutes for which an administrator may look on, and seconds in which they take that up. */
export const viewMinutes = 30;
export const claimSeconds = 120;
/** Never what a session's key is looked up by. */
export const hashViewToken = (token: string): string => hashToken(`view/${token}`);

/** Channel on which the servers tell one another that sessions ended. Its payload is {@link EndedSession}. */
const sessionsEndedChannel = 'sessions_ended';

const rememberMs = 5_000;
const maxRemembered = 20_000;
const maxKeyLength = 200;
const maxPerSubject = 20;

interface Remembered {
  session: FoundSession;
  readonly readAt: number;
}

interface Settings {
  readonly database: Database;
  readonly organizations: OrganizationDirectory;
  readonly clock: Clock;
  readonly log: Log;
}

export async function openSessionDirectory({ database, organizations, clock, log }: Settings): Promise<SessionDirectory> {
  const { sessions } = database.platform;
  const remembered = new Map<string, Remembered>();
  const listeners: ((ended: EndedSession) => void)[] = [];
  /** Grows with each ended session, so that a read that was under way meanwhile is not remembered. */
  let ended = 0;

  const forget = (which: EndedSession): void => {
    ended += 1;
    for (const [hash, { session }] of remembered) {
      if (isEnded(which, session)) remembered.delete(hash);
    }
    for (const listener of listeners) listener(which);
  };
  const forgetAll = (): void => {
    ended += 1;
    remembered.clear();
  };
  const stopListening = await database.listen(sessionsEndedChannel, (payload) => forget(JSON.parse(payload) as EndedSession), forgetAll);

  /** An operator is of no organization. */
  const rulesOf = async (organizationId: string | null): Promise<SessionRules> =>
    organizationId === null ? defaultSessionRules : (await organizations.require(organizationId)).settings;

  async function find(key: string): Promise<Remembered | null> {
    const hash = hashToken(key);
    const known = remembered.get(hash);
    if (known && clock.elapsedMs() - known.readAt < rememberMs) return known;
    const endedBefore = ended;
    const session = await sessions.findByKeyHash(hash);
    if (!session) {
      remembered.delete(hash);
      return null;
    }
    const entry = { session, readAt: clock.elapsedMs() };
    if (endedBefore === ended) {
      if (remembered.size >= maxRemembered) remembered.clear();
      remembered.set(hash, entry);
    }
    return entry;
  }

  function noteUse(entry: Remembered, now: Date): void {
    // Whoever looks on is not its user.
    if (entry.session.viewerId !== null || !shouldNoteUse(entry.session.lastUsedAt, now)) return;
    entry.session = { ...entry.session, lastUsedAt: now };
    sessions
      .touch(entry.session.id, now)
      .catch((error: unknown) => log.warn({ sessionId: entry.session.id, err: error }, 'session.touch_failed'));
  }

  async function publishEnded(which: EndedSession): Promise<void> {
    forget(which);
    await database.notify(sessionsEndedChannel, JSON.stringify(which));
  }

  return {
    async open(who, { agent, address }) {
      const key = makeToken();
      const at = clock.now();
      const expiresAt = sessionExpiresAt(at, await rulesOf(who.organizationId));
      const session = await sessions.create({ ...who, agent, address, keyHash: hashToken(key), at, expiresAt });
      for (const sessionId of await sessions.endOldest(who, maxPerSubject)) await publishEnded({ sessionId });
      return { key, session };
    },
    async check(key, { isUse }) {
      const entry = key.length <= maxKeyLength ? await find(key) : null;
      if (!entry) return { kind: 'unknown' };
      const now = clock.now();
      if (sessionStatus(entry.session, now, await rulesOf(entry.session.organizationId)) !== 'live') return { kind: 'timedOut' };
      if (isUse) noteUse(entry, now);
      return { kind: 'live', session: entry.session };
    },
    async end(session) {
      await sessions.end(session.id);
      await publishEnded({ sessionId: session.id });
    },
    async endAllWithin(within, { surface, subjectId }, { exceptId } = {}) {
      await within.sessions.endAll({ surface, subjectId }, exceptId);
      within.onCommit(() => publishEnded({ subjectId, exceptId }));
    },
    async endWithin(within, { id }) {
      await within.sessions.end(id);
      within.onCommit(() => publishEnded({ sessionId: id }));
    },
    recheckWithin: (within, { subjectId }) => within.onCommit(() => publishEnded({ subjectId })),
    findView: (token) => sessions.findByKeyHash(hashViewToken(token)),
    async claimViewWithin(within, { session, token }, { agent, address }) {
      const key = makeToken();
      const since = new Date(clock.now().getTime() - claimSeconds * 1000);
      const claim = { tokenHash: hashViewToken(token), keyHash: hashToken(key), since, agent, address };
      return (await within.sessions.claimView(session.id, claim)) ? key : null;
    },
    rulesOf,
    onEnded: (listener) => void listeners.push(listener),
    close: stopListening,
  };
}
