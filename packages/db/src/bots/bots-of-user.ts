import { type SQL, sql } from 'drizzle-orm';
import { botSelection, toBotRow } from './bot-row.ts';
import type { BotRow } from './bots.ts';

/**
 * The list of a user's bots is what every open page reads again and again, and most bots are as they were. So each row
 * comes as one text, and a text that is as it was last time gives the same row as last time: read from the database at
 * every call, but taken apart only when something changed.
 */
const names = Object.keys(botSelection);
const columns = Object.values(botSelection);
const isMoment = columns.map((column) => column.getSQLType().startsWith('timestamp'));

/** Bots whose last row is kept, over all users. */
const mostKept = 5_000;
const kept = new Map<string, { readonly text: string; readonly row: BotRow }>();

/** A bot as one text; all its columns have a form in JSON that loses nothing. */
export const botAsText: SQL<string> = sql`json_build_array(${sql.join(columns, sql`, `)})::text`;

/**
 * @param id - of the bot
 * @param text - of {@link botAsText}
 * @returns the same object for the same text
 */
export function botOfText(id: string, text: string): BotRow {
  const known = kept.get(id);
  if (known?.text === text) return known.row;
  const row = decode(JSON.parse(text) as unknown[]);
  kept.delete(id);
  if (kept.size >= mostKept) kept.delete(kept.keys().next().value ?? '');
  kept.set(id, { text, row });
  return row;
}

function decode(values: readonly unknown[]): BotRow {
  const entries = names.map((name, index) => {
    const value = values[index];
    return [name, isMoment[index] && typeof value === 'string' ? new Date(value) : value] as const;
  });
  return toBotRow(Object.fromEntries(entries) as unknown as Parameters<typeof toBotRow>[0]);
}
