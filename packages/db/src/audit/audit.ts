/** Who did something: a caller of a surface, somebody who is not signed in, a worker by itself, or somebody at the machine. */
export type AuditActor = 'user' | 'administrator' | 'operator' | 'visitor' | 'worker' | 'commandLine';

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
}

export interface StoredAuditEntry extends AuditEntry {
  readonly id: string;
  /** Null: of the platform. */
  readonly organizationId: string | null;
}

/** Entries of one organization, or of the platform. They are added and read, and never changed. */
export interface AuditLog {
  append(entry: AuditEntry): Promise<void>;
  /** Newest first. */
  list(page: { readonly offset: number; readonly limit: number }): Promise<StoredAuditEntry[]>;
  /** What somebody did, oldest first, by pages: the next one is read when it is asked for. */
  ofActor(actorId: string, page?: number): AsyncIterable<readonly StoredAuditEntry[]>;
}

/** Told of each entry as it is written. */
export type AuditListener = (entry: StoredAuditEntry) => void;
