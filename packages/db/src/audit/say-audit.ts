import type { StoredAuditEntry } from './audit.ts';

/** An entry as one line of JSON, for whoever collects what a process says. */
const auditLine = ({ at, ...entry }: StoredAuditEntry): string =>
  `${JSON.stringify({ audit: entry.action, at: at.toISOString(), ...entry })}\n`;

/** Says entries on standard output, whatever the log's level: they are no matter of debugging. */
export const sayAudit = (entry: StoredAuditEntry): void => void process.stdout.write(auditLine(entry));
