import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Database, openDatabase } from '@tenbin/db';
import { systemRuntime } from '@tenbin/runtime';
import { placeFor, restartPostgres } from '@tenbin/testkit';
import pg from 'pg';
import type { LeftJob } from './check-jobs.ts';
import type { OwnCoin } from './own-coin.ts';
import { Supervised } from './processes/supervised.ts';
import type { VenueOrder } from './processes/venue-process.ts';
import type { WorkerAnswer } from './processes/worker-process.ts';
import { TrialVenue } from './trial-venue.ts';

const answerWithinMs = 2_000;
const askAgainForMs = 60_000;
/** Of a worker's log, of a bot that does not go on, and as many of the worker itself. */
const linesShown = 12;

export interface StageOptions {
  /** Whether what workers log is printed as it comes; what led to a failure is told all the same. */
  readonly isLoud: boolean;
  /** How many. An address may ask an exchange only so often: with more of them, more rounds fit beside one another. */
  readonly workers: number;
}

/**
 * The processes that everything plays on, all on loopback: a native PostgreSQL, workers, a server, and the virtual exchange
 * with its journal in a folder. Each of them can be killed and comes back.
 */
export class Stage {
  readonly database: Database;
  readonly trial: TrialVenue;
  readonly #workers: readonly Supervised[];
  readonly #server: Supervised;
  readonly #venue: Supervised;
  readonly #killer: pg.Pool;
  readonly #folder: string;
  readonly #closeDatabase: () => Promise<void>;
  #venueFolder: string;
  #port = 0;
  #isMoving = false;
  /** Of the market: the next start of the exchange in a wave moves it otherwise. */
  #marketSeed = 0;
  #coins: readonly OwnCoin[] = [];
  #restarting: Promise<void> | null = null;
  #breaks = 0;

  private constructor(parts: {
    readonly database: Database;
    readonly databaseUrl: string;
    readonly closeDatabase: () => Promise<void>;
    readonly killer: pg.Pool;
    readonly options: StageOptions;
  }) {
    const { options } = parts;
    this.database = parts.database;
    this.#closeDatabase = parts.closeDatabase;
    this.#killer = parts.killer;
    this.#folder = mkdtempSync(join(tmpdir(), 'tenbin-faults-'));
    this.#venueFolder = this.#folder;
    this.trial = new TrialVenue(() => this.venueUrl);
    const ofOurs = `${parts.databaseUrl}?application_name=${ourName}`;
    this.#workers = Array.from(
      { length: options.workers },
      (_, index) =>
        new Supervised('worker-process.ts', {
          args: () => [ofOurs, nameOf(index), this.#takenMails, this.#endedJobs, this.#delivered],
          isLoud: options.isLoud,
        }),
    );
    this.#server = new Supervised('server-process.ts', { args: () => [ofOurs, 'server', this.#endedJobs], isLoud: options.isLoud });
    const startVenue = () => {
      this.#marketSeed += 1;
      return [
        this.#venueFolder,
        String(this.#port),
        String(this.#marketSeed),
        this.#isMoving ? 'moves' : 'rests',
        JSON.stringify(this.#coins),
      ];
    };
    this.#venue = new Supervised('venue-process.ts', { args: startVenue, isLoud: true });
  }

  static async open(options: StageOptions): Promise<Stage> {
    const place = await placeFor('postgres', { ownServer: true });
    const { databaseUrl } = place.options;
    if (databaseUrl === undefined) throw new Error('no address of PostgreSQL');
    const killer = new pg.Pool({ connectionString: databaseUrl, max: 1 });
    killer.on('error', () => undefined);
    // What was committed is there after a crash of the server, as it is in life.
    await killer.query(`alter database ${new URL(databaseUrl).pathname.slice(1)} set synchronous_commit = on`);
    const database = await openDatabase({ runtime: systemRuntime(), databaseUrl });
    const closeDatabase = async () => {
      await killer.end();
      await database.close();
      await place.close();
    };
    return new Stage({ database, databaseUrl, closeDatabase, killer, options });
  }

  /** The mails that the mail server took, by id: one is there as often as it was sent. */
  takenMails(): readonly string[] {
    return linesOf(this.#takenMails);
  }

  /** The mails to many that it took, by id and address. */
  deliveredMails(): readonly string[] {
    return linesOf(this.#delivered);
  }

  /** The jobs that ran to their end, by queue and id: one is there as often as it did. */
  endedJobs(): readonly string[] {
    return linesOf(this.#endedJobs);
  }

  /** How often a worker or the server was ended, or its connections were, so that it may not have noted what it had done. */
  get breaks(): number {
    return this.#breaks;
  }

  /** Jobs that are not over: due, in hand, or given up. */
  async leftJobs(): Promise<readonly LeftJob[]> {
    const { rows } = await this.#ask<LeftJob & pg.QueryResultRow>(
      // What failed before its tries were used up gave way to another run of its queue, which waits.
      `select id, name as queue, state from pgboss.job
        where state = 'active' or (state = 'failed' and retry_count >= retry_limit) or (state in ('created', 'retry') and start_after <= now())`,
      [],
    );
    return rows;
  }

  /** What waits for another try need not wait for half a minute: nothing goes wrong any more. */
  async endPauses(): Promise<void> {
    await this.#ask("update pgboss.job_common set start_after = now() where state = 'retry' and start_after > now()", []);
  }

  get #endedJobs(): string {
    return join(this.#folder, 'jobs');
  }

  get #takenMails(): string {
    return join(this.#folder, 'mails');
  }

  get #delivered(): string {
    return join(this.#folder, 'delivered');
  }

  /** Who works on the database. */
  get #ours(): readonly Supervised[] {
    return [this.#server, ...this.#workers];
  }

  get workers(): number {
    return this.#workers.length;
  }

  get venueUrl(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  get venueFolder(): string {
    return this.#venueFolder;
  }

  /**
   * A new exchange that nobody has traded on, at an address of its own, its market at rest; and a new server and new workers, which
   * know nothing of the one before it.
   */
  async renew(marketSeed: number, coins: readonly OwnCoin[]): Promise<void> {
    const all = [this.#venue, ...this.#ours];
    await Promise.all(all.map((process) => process.kill()));
    this.#breaks += this.#ours.length;
    this.#port = await findFreePort();
    this.#marketSeed = marketSeed;
    this.#coins = coins;
    this.trial.renewed();
    this.#isMoving = false;
    this.#venueFolder = mkdtempSync(join(this.#folder, 'venue-'));
    await Promise.all(all.map((process) => process.start()));
  }

  moveMarket(isMoving: boolean): void {
    this.#isMoving = isMoving;
    this.#venue.say({ isMoving } satisfies VenueOrder);
  }

  async killVenue(awayMs: number): Promise<void> {
    await this.trial.end(() => this.#venue.crash(awayMs));
  }

  async killServer(awayMs: number): Promise<void> {
    this.#breaks += 1;
    await this.#server.crash(awayMs);
  }

  async killWorker(index: number, awayMs: number): Promise<void> {
    this.#breaks += 1;
    await this.#workers[index]?.crash(awayMs);
  }

  async killOwner(exchangeAccountId: string, awayMs: number): Promise<void> {
    const owner = await this.#ownerOf(exchangeAccountId);
    const index = this.#workers.findIndex((_, one) => nameOf(one) === owner);
    if (index >= 0) await this.killWorker(index, awayMs);
  }

  /** Why a bot does not go on: who owns its account, how it stands in every worker that has it in hand, what was logged. */
  async describeBot({ id: botId, exchangeAccountId }: { readonly id: string; readonly exchangeAccountId: string }): Promise<string[]> {
    const owner = await this.#ownerOf(exchangeAccountId);
    const description = [`its account ${exchangeAccountId} belongs to ${owner ?? 'nobody'}`];
    for (const [index, worker] of this.#workers.entries()) {
      const answer = await worker.ask<WorkerAnswer>(`${botId} ${Date.now()}`, answerWithinMs);
      if (answer === null) description.push(`${nameOf(index)} does not answer`);
      const accounts = answer?.diagnostics.accounts.filter((account) => account.exchangeAccountId === exchangeAccountId) ?? [];
      const bots = answer?.diagnostics.bots.filter(({ id }) => id === botId) ?? [];
      for (const one of [...accounts, ...bots]) description.push(`${nameOf(index)} has it in hand: ${JSON.stringify(one)}`);
      const isOfIt = (line: string) => line.includes(botId) || line.includes(exchangeAccountId);
      const isOfAll = (line: string) => !/"(?:botId|clientOrderId|exchangeAccountId)":/.test(line);
      description.push(...worker.lines.filter(isOfIt).slice(-linesShown), ...worker.lines.filter(isOfAll).slice(-linesShown));
    }
    return description;
  }

  /** The name of the worker that owns an exchange account; null while none does. */
  async #ownerOf(exchangeAccountId: string): Promise<string | null> {
    const { rows } = await this.#ask<{ name: string }>(
      'select name from workers join exchange_accounts on owner_worker_id = workers.id where exchange_accounts.id = $1',
      [exchangeAccountId],
    );
    return rows[0]?.name ?? null;
  }

  /** Processes that ended although nobody killed them, since this was asked last. */
  takeDeaths(): readonly string[] {
    return [this.#venue, ...this.#ours].flatMap((process) => process.takeDeaths());
  }

  /** Ends the workers' and the server's connections as a database that fails over does. @returns how many */
  async cutDatabase(): Promise<number> {
    const { rowCount } = await this.#ask(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = $1',
      [ourName],
    );
    this.#breaks += this.#ours.length;
    return rowCount ?? 0;
  }

  /** Those who ask at about the same time have one together. */
  restartDatabase(how: { readonly crashes: boolean; readonly awayMs: number }): Promise<void> {
    this.#restarting ??= restartPostgres(how).finally(() => {
      this.#breaks += this.#ours.length;
      this.#restarting = null;
    });
    return this.#restarting;
  }

  /** While the database is away, again. */
  async #ask<Row extends pg.QueryResultRow>(statement: string, values: readonly unknown[]): Promise<pg.QueryResult<Row>> {
    const until = Date.now() + askAgainForMs;
    for (;;) {
      try {
        return await this.#killer.query<Row>(statement, [...values]);
      } catch (error) {
        if (Date.now() > until) throw error;
        await pause(200);
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.#venue, ...this.#ours].map((process) => process.end()));
    await this.#closeDatabase();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const linesOf = (file: string): readonly string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
const ourName = 'faults';
const nameOf = (index: number): string => `worker-${index}`;

function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      probe.close(() => resolve(port));
    });
  });
}
