/** One event name and its fields. Never a secret, never prose. A pino logger is one. */
export interface Log {
  info(fields: Readonly<Record<string, unknown>>, event: string): void;
  warn(fields: Readonly<Record<string, unknown>>, event: string): void;
  error(fields: Readonly<Record<string, unknown>>, event: string): void;
}

/** What an error says, for a log. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
