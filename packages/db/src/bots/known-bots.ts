import { type SQL, sql } from 'drizzle-orm';
import { bots } from '../schema/bots.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { exchanges } from '../schema/organizations.ts';
import { botSelection, toBotRow } from './bot-row.ts';
import type { BotRow } from './bots.ts';

/**
 * The list of a user's bots is what every open page reads again and again, and most bots are as they were. PostgreSQL
 * marks each version of a row by the transaction that wrote it (`xmin`); so a reader says which versions it has, and only
 * the others are sent, each as one text. Always read from the database, in one statement.
 */
const names = Object.keys(botSelection);
const columns = Object.values(botSelection);
const isMoment = columns.map((column) => column.getSQLType().startsWith('timestamp'));

/** Users whose last list is kept. */
const maxUsers = 1_000;

/** Names the versions of all rows that a bot's row is made of; no spaces. */
export const botVersion: SQL<string> = sql`concat_ws('/', ${bots.id}, ${bots}.xmin, ${exchangeAccounts}.xmin, ${exchanges}.xmin)`;

/** A bot as one text; all its columns have a form in JSON that loses nothing. Null where its version is among those that are known. */
export const botUnlessKnown = (knownVersions: SQL): SQL<string | null> =>
  sql`case when ${botVersion} = any(string_to_array(${knownVersions}, ' ')) then null else json_build_array(${sql.join(columns, sql`, `)})::text end`;

/** The last lists of bots by user, so that an unchanged bot is the same object as before. */
export class KnownBots {
  readonly #byUser = new Map<string, ReadonlyMap<string, BotRow>>();

  /**
   * @param read - asks for the versions and, unless they are among the known ones, the texts of a user's bots
   * @returns the bots in the order that they were read
   */
  async list(
    userId: string,
    read: (knownVersions: string) => Promise<readonly (readonly [version: string, text: string | null])[]>,
  ): Promise<BotRow[]> {
    const known = this.#byUser.get(userId) ?? new Map<string, BotRow>();
    const now = new Map<string, BotRow>();
    for (const [version, text] of await read([...known.keys()].join(' '))) {
      const row = text === null ? known.get(version) : decode(text);
      if (!row) throw new Error('a bot was left out as known, and is not');
      now.set(version, row);
    }
    this.#keep(userId, now);
    return [...now.values()];
  }

  #keep(userId: string, list: ReadonlyMap<string, BotRow>): void {
    this.#byUser.delete(userId);
    if (this.#byUser.size >= maxUsers) this.#byUser.delete(this.#byUser.keys().next().value ?? '');
    this.#byUser.set(userId, list);
  }
}

function decode(text: string): BotRow {
  const values = JSON.parse(text) as unknown[];
  const entries = names.map((name, index) => {
    const value = values[index];
    return [name, isMoment[index] && typeof value === 'string' ? new Date(value) : value] as const;
  });
  return toBotRow(Object.fromEntries(entries) as unknown as Parameters<typeof toBotRow>[0]) as BotRow;
}
