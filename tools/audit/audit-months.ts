import { type AuditMonth, type Database, monthOf } from '@tenbin/db';
import { noteAct } from '../command-line/note-act.ts';

export const usage = `npm run audit            tells how much room each month of the audit log takes
npm run audit -- drop    removes the months before the last AUDIT_MONTHS (24, at least 12), for good

Copy what must be kept longer before: it is also said on standard output as it happens.
DATABASE_URL or DATA_DIR say which database, as for npm start. The embedded database must not be in use.
`;

interface Given {
  readonly database: Database;
  /** Whole months that are kept before the present one. */
  readonly auditMonths: number;
  readonly now: Date;
}

/**
 * Does what the arguments say.
 *
 * @returns what to tell whoever called
 * @throws {Error} in words for them
 */
export async function workOnAudit(args: readonly string[], { database, auditMonths, now }: Given): Promise<string> {
  const months = database.platform.auditMonths;
  if (args.length === 0) return (await months.list()).map(lineOf).join('\n');
  if (args.length > 1 || args[0] !== 'drop') throw new Error(usage);
  const before = monthOf(now, -auditMonths);
  const gone = await months.drop(before);
  if (gone.length === 0) return `Nothing is older than ${before}: the last ${auditMonths} months are kept.`;
  await noteAct(database, 'dropAuditMonths', { before, months: gone.join(' ') });
  return `Removed: ${gone.join(', ')}.`;
}

const lineOf = ({ month, entries, bytes }: AuditMonth): string =>
  `${month ?? 'other  '}  ${String(entries).padStart(10)} entries  ${(bytes / 1_000_000).toFixed(1).padStart(8)} MB`;
