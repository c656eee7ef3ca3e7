import { parseArgs } from 'node:util';
import { sequenceAt } from '@tenbin/bots';
import type { Database } from '@tenbin/db';
import { noteAct } from '../command-line/note-act.ts';

export const usage = `npm run after-restore -- [--since <time>] [--stop-all]

After a backup was restored, or a replica took over without the last commits, and before any worker starts: has everything
asked for at the exchanges that was done since, so that orders and trades that the database does not know are taken in.

--since <time>   when the restored state was the present one, or earlier (2026-11-22T10:00:00Z); otherwise an hour before
                 the last thing that it tells of
--stop-all       every bot stops; otherwise those that ran go on
DATABASE_URL or DATA_DIR say which database, as for npm start.
`;

/** How much the clocks of workers may differ: their last orders may carry a time that is not here yet. */
const clockMarginMs = 60_000;

/**
 * Does what the arguments say.
 *
 * @returns what to tell whoever called
 * @throws {Error} in words for them
 */
export async function prepareRestored(
  args: readonly string[],
  { database, now }: { readonly database: Database; readonly now: Date },
): Promise<string> {
  const { since, stopsAll } = readArguments(args, now);
  const nextSequence = sequenceAt(new Date(now.getTime() + clockMarginMs), 1);
  const restored = await database.platform.restores.prepare({ at: now, since, nextSequence, stopsAll });
  await noteAct(database, 'afterRestore', { bots: restored.bots, since: restored.since.toISOString(), stopsAll });
  const rest = stopsAll ? 'All of them stop.' : 'Those that ran go on once that is done.';
  const paused = restored.broadcasts > 0 ? ` Mails to many users that are paused until somebody resumes them: ${restored.broadcasts}.` : '';
  return `Bots: ${restored.bots}. All that they did since ${restored.since.toISOString()} is asked for when the workers start. ${rest}${paused}`;
}

function readArguments(args: readonly string[], now: Date): { readonly since: Date | null; readonly stopsAll: boolean } {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { since: { type: 'string' }, 'stop-all': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  if (positionals.length > 0) throw new Error(usage);
  const since = values.since === undefined ? null : new Date(values.since);
  if (since !== null && !(since.getTime() <= now.getTime())) throw new Error(`'${values.since}' is no time that has passed.`);
  return { since, stopsAll: values['stop-all'] };
}
