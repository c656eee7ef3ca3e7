import type { RunStatement } from '../database/connection.ts';

/** A month of the audit log as it is stored. */
export interface AuditMonth {
  /** '2026-11', UTC; null: entries of a month that nobody made. */
  readonly month: string | null;
  readonly entries: number;
  readonly bytes: number;
}

/** The audit log as a whole: its entries are never changed, but months of the past can go. */
export interface AuditMonths {
  /** Makes the present month and the two after it, so that their entries have a place. */
  makeAhead(at: Date): Promise<void>;
  /** Oldest first. */
  list(): Promise<AuditMonth[]>;
  /** How much room all of it takes. */
  bytes(): Promise<number>;
  /** Removes the months before one, for good. @returns those that were there, oldest first */
  drop(before: string): Promise<string[]>;
}

const monthsAhead = 2;
const parts = `select c.relname as part, pg_total_relation_size(c.oid)::float8 as bytes
  from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'audit_entries'::regclass order by c.relname`;

/** 'YYYY-MM' of a moment, so many months later or earlier. */
export const monthOf = (at: Date, later = 0): string =>
  new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later, 1)).toISOString().slice(0, 7);

const readMonth = (part: string): string | null => /^audit_entries_(\d{4})_(\d\d)$/.exec(part)?.slice(1).join('-') ?? null;

export function auditMonthRepository(run: RunStatement, transact: <T>(work: (run: RunStatement) => Promise<T>) => Promise<T>): AuditMonths {
  return {
    async makeAhead(at) {
      for (let later = 0; later <= monthsAhead; later += 1)
        await transact(async (own) => {
          // Whoever reads the whole log (a backup) is not waited for: all that is done would wait behind us.
          await own("set local lock_timeout = '1s'", [], 'array');
          await own('select make_audit_month($1::date)', [`${monthOf(at, later)}-01`], 'array');
        });
    },
    async list() {
      const months: AuditMonth[] = [];
      for (const { part, bytes } of await listParts(run)) {
        const [[entries = 0] = []] = (await run(`select count(*)::float8 from ${part}`, [], 'array')) as [number][];
        months.push({ month: readMonth(part), entries, bytes });
      }
      return months;
    },
    async bytes() {
      return (await listParts(run)).reduce((sum, { bytes }) => sum + bytes, 0);
    },
    drop(before) {
      return transact(async (own) => {
        await own("set local lock_timeout = '10s'", [], 'array');
        // What is left begins with a day that follows one that nobody has any more.
        await own('delete from audit_days where day < $1', [`${before}-01`], 'array');
        const gone: string[] = [];
        for (const { part } of await listParts(own)) {
          const month = readMonth(part);
          if (month === null || month >= before) continue;
          await own(`alter table audit_entries detach partition ${part}`, [], 'array');
          await own(`drop table ${part}`, [], 'array');
          gone.push(month);
        }
        return gone;
      });
    },
  };
}

const listParts = async (run: RunStatement) => (await run(parts, [], 'object')) as { readonly part: string; readonly bytes: number }[];
