import type { StaffRole } from '@tenbin/accounts';

export type Surface = 'user' | 'organization' | 'operator';

/** A signed-in caller. The key itself is nowhere: only its hash. */
export interface Session {
  readonly id: string;
  readonly surface: Surface;
  /** Null for the platform's operator only. */
  readonly organizationId: string | null;
  /** The user, administrator or operator. */
  readonly subjectId: string;
  /** The browser's own name; null where it gave none. */
  readonly agent: string | null;
  /** The network that it signed in from: see `networkOf` of the server. */
  readonly address: string | null;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
  readonly expiresAt: Date;
  /** The administrator who looks at the console as this user sees it, without changing anything; null: the user is there. */
  readonly viewerId: string | null;
  /** The administrator's own session: this one ends with it. */
  readonly viewerSessionId: string | null;
}

/** A session with what its owner may do now, which may have changed since it was opened. */
export interface FoundSession extends Session {
  /** The viewer's where somebody looks on. Null for a user, and for somebody who manages nothing any more. */
  readonly role: StaffRole | null;
}

export interface NewSession {
  readonly surface: Surface;
  readonly organizationId: string | null;
  readonly subjectId: string;
  readonly keyHash: string;
  readonly agent?: string | null;
  readonly address?: string | null;
  readonly at: Date;
  readonly expiresAt: Date;
}

/** Sessions are the platform's: they are what tells which organization a caller belongs to. */
export interface Sessions {
  create(session: NewSession): Promise<Session>;
  /** One prepared read; says nothing of whether the session is still good, but a suspended user has none. */
  findByKeyHash(keyHash: string): Promise<FoundSession | null>;
  /** The latest use first; without those in which somebody looks on. */
  listOf(subject: Pick<Session, 'surface' | 'subjectId'>): Promise<Session[]>;
  /** Notes that it was used. Call it at most once a minute per session. */
  touch(id: string, at: Date): Promise<void>;
  end(id: string): Promise<void>;
  /** Ends all sessions of a subject, but for one. @returns how many were ended */
  endAll(subject: Pick<Session, 'surface' | 'subjectId'>, exceptId?: string): Promise<number>;
  /** Ends the oldest sessions of a subject beyond so many. @returns the ids of those that were ended */
  endOldest(subject: Pick<Session, 'surface' | 'subjectId'>, most: number): Promise<string[]>;
  /** @returns how many were removed */
  removeExpired(at: Date): Promise<number>;
}

/** A look at the console as a user sees it. Until it is claimed, nobody has a key to it. */
export interface NewView {
  readonly userId: string;
  readonly viewerId: string;
  readonly viewerSessionId: string;
  readonly tokenHash: string;
  readonly at: Date;
  readonly expiresAt: Date;
}

export interface ViewClaim extends Pick<Session, 'agent' | 'address'> {
  readonly tokenHash: string;
  readonly keyHash: string;
  /** It was opened after that. */
  readonly since: Date;
}

/** What an organization may do with its own sessions, in the transaction of whatever it does beside. */
export interface OwnSessions {
  end(id: string): Promise<void>;
  endAll(subject: Pick<Session, 'surface' | 'subjectId'>, exceptId?: string): Promise<void>;
  /** @returns null where the viewer's own session has ended meanwhile */
  openView(view: NewView): Promise<string | null>;
  /** Gives a view its key in the place of the token that it was handed over by. @returns false where that was done already, or is too late */
  claimView(id: string, claim: ViewClaim): Promise<boolean>;
}
