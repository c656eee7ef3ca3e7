import type { AuditActor, StaffRole } from '@tenbin/accounts';

/** Ids, counts and names. Never a secret, never a part of one. */
export type AuditFacts = Readonly<Record<string, string | number | boolean>>;

/** One act, or one try that was refused. */
export interface AuditEntry {
  readonly at: Date;
  readonly actor: AuditActor;
  readonly actorId: string | null;
  /** The name of the call in the API's reference, or what a worker or a command did. */
  readonly action: string;
  /** The code of the refusal; null where it was done. */
  readonly refusal: string | null;
  /** Where it came from, as limits count it; null where it did not come over the network. */
  readonly network: string | null;
  /** What the caller calls its program. */
  readonly agent: string | null;
  readonly facts: AuditFacts;
  /** Of who manages something, as it was then. */
  readonly role?: StaffRole | null;
  readonly sessionId?: string | null;
  /** Why, in the words of who did it; null where nobody asked. */
  readonly reason?: string | null;
}

export interface StoredAuditEntry extends Required<AuditEntry> {
  readonly id: string;
  /** Null: of the platform. */
  readonly organizationId: string | null;
}

/** Which entries somebody looks for; what is absent is any. */
export interface AuditSearch {
  readonly actor?: AuditActor | undefined;
  /** One of them did it. */
  readonly actorIds?: readonly string[] | undefined;
  readonly actions?: readonly string[] | undefined;
  /** Ids of whom or what it was about: one of them is among the ids in its facts, or did it. */
  readonly about?: readonly string[] | undefined;
  readonly isRefused?: boolean | undefined;
  /** Of all organizations': whose; null: the platform's. */
  readonly organizationId?: string | null | undefined;
  readonly start?: Date | undefined;
  readonly end?: Date | undefined;
}

/** Entries of one organization, or of the platform. They are added and read, and never changed. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(page: { readonly offset: number; readonly limit: number }, search?: AuditSearch): Promise<StoredAuditEntry[]>;
  count(search: AuditSearch): Promise<number>;
  /** All that a search finds, oldest first, by pages. */
  all(search: AuditSearch, page?: number): AsyncIterable<readonly StoredAuditEntry[]>;
  /** What somebody did, oldest first, by pages: the next one is read when it is asked for. */
  ofActor(actorId: string, page?: number): AsyncIterable<readonly StoredAuditEntry[]>;
}

/** All that was ever written down, of the organizations and of the platform: for operators alone. */
export type AuditOfAll = Pick<AuditLog, 'list' | 'count' | 'all'>;

/** Told of each entry that is written. */
export type AuditListener = (entry: StoredAuditEntry) => void;

/** An entry as one line of JSON, for whoever collects what a process says. */
const auditLine = ({ at, ...entry }: StoredAuditEntry): string =>
  `${JSON.stringify({ audit: entry.action, at: at.toISOString(), ...entry })}\n`;

/** Says entries on standard output, whatever the log's level: they are no matter of debugging. */
export const sayAudit = (entry: StoredAuditEntry): void => void process.stdout.write(auditLine(entry));
