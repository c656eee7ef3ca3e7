/** One row: values in the order of the columns, or by column name. */
export type RowMode = 'array' | 'object';

/** A session of the database. */
export interface Connection {
  /** Sent at once, behind what was sent before, without waiting for its answer. */
  query(text: string, values: readonly unknown[], mode: RowMode): Promise<unknown[]>;
  /** Several statements without values, one after the other. @returns the rows of all of them, by column name */
  script(text: string): Promise<unknown[]>;
  /** Whether it is of no more use: closed, or lost. */
  readonly isBroken: boolean;
  close(): Promise<void>;
}

/** For whom a statement runs: an organization's id, or the platform. */
export type Scope = { readonly organizationId: string } | 'platform';

export const isSameScope = (a: Scope, b: Scope): boolean =>
  a === 'platform' || b === 'platform' ? a === b : a.organizationId === b.organizationId;

/** Runs one statement. */
export type RunStatement = (text: string, values: readonly unknown[], mode: RowMode) => Promise<unknown[]>;
