import { channels, type JobSignal } from '@tenbin/bots';
import type { Runtime } from '@tenbin/runtime';
import type { Log, Metrics } from '@tenbin/telemetry';
import type { JobResult, JobWithMetadata, PgBoss } from 'pg-boss';
import type { RunStatement } from '../database/connection.ts';
import type { Engine } from '../database/engine.ts';
import type { Publish } from '../database/notifications.ts';
import { bossOver, jobSchema } from './boss.ts';
import type { Job, Jobs, QueueFigures } from './jobs.ts';
import { type JobData, type QueueName, queueNames, queues, type RepeatedQueue } from './queues.ts';

/** A signal tells of new jobs; those whose time has come, and those of which nobody heard, are looked for so often. */
const pollSeconds = 5;
/** Taken together; each is done and noted on its own. */
const batchSize = 20;
/** Several processes that start at once ask for one run together. */
const soonSeconds = 60;
/** A process that starts is not ready yet. */
const settledAfterSeconds = 2;

/** Jobs whose tries were used up by processes that ended: nobody said of their mails that they failed. */
const usedUp = `delete from ${jobSchema}.job j using mails m
  where j.name = 'mail' and j.state = 'failed' and j.id = m.id and m.status = 'waiting'`;
const withoutJob = `update mails m set attempts = 0
  where status = 'waiting' and not exists (select from ${jobSchema}.job j where j.name = 'mail' and j.id = m.id)
  returning organization_id, id`;

/**
 * What failed before its tries were used up only gave way to another run of its queue, which waits: two cannot wait for
 * another try. It is not given up.
 */
const countDue = `select name, count(*) filter (where state <> 'failed')::int,
    coalesce(extract(epoch from now() - min(start_after) filter (where state <> 'failed')), 0)::float8, count(*) filter (where state = 'failed')::int
  from ${jobSchema}.job where (state = 'failed' and retry_count >= retry_limit) or (state in ('created', 'retry') and start_after <= now()) group by name`;

/** The transaction of a tenant. */
interface Inside {
  readonly run: RunStatement;
  /** Done once it is committed. */
  onCommit(work: () => void): void;
}

/** Puts the job of a mail into the queue: in the transaction that stores the mail, under its organization's role. */
export type PutMailJob = (inside: Inside, data: JobData['mail']) => Promise<void>;

/** The same for what browsers are told. */
export type PutPushJobs = (inside: Inside, data: readonly JobData['push'][]) => Promise<void>;

/** Jobs on pg-boss. It works from the first `work` on. */
export class PgBossJobs implements Jobs {
  readonly #engine: Engine;
  readonly #log: Log | undefined;
  readonly #metrics: Metrics;
  readonly #boss: PgBoss;
  readonly #runtime: Pick<Runtime, 'newId'>;
  readonly #publish: Publish;
  /** Queues of whose new jobs nobody was told yet. */
  readonly #unannounced = new Set<QueueName>();
  #announcing: Promise<void> | null = null;
  #started: Promise<unknown> | null = null;

  constructor(
    engine: Engine,
    {
      runtime,
      publish,
      log,
      metrics,
    }: {
      readonly runtime: Pick<Runtime, 'newId'>;
      readonly publish: Publish;
      readonly log: Log | undefined;
      readonly metrics: Metrics;
    },
  ) {
    this.#runtime = runtime;
    this.#publish = publish;
    this.#engine = engine;
    this.#log = log;
    this.#metrics = metrics;
    this.#boss = bossOver(engine);
    // Whatever it could not do it does later. Without a listener an error would end the process.
    this.#boss.on('error', (error: unknown) => this.#log?.warn({ err: error }, 'jobs.failed'));
    this.#boss.on('warning', ({ message }) => this.#log?.warn({ message }, 'jobs.warned'));
  }

  /** Reads the rules of the queues of mails and pushes: on the embedded database nothing can be read beside a transaction. */
  async open(): Promise<void> {
    await this.#boss.insert('mail', []);
    await this.#boss.insert('push', []);
  }

  readonly putMail: PutMailJob = async ({ run, onCommit }, data) => {
    await this.#boss.insert('mail', [{ id: data.mailId, data }], { db: within(run) });
    onCommit(() => this.#announce('mail'));
  };

  readonly putPushes: PutPushJobs = async ({ run, onCommit }, all) => {
    await this.#boss.insert(
      'push',
      all.map((data) => ({ data })),
      { db: within(run) },
    );
    onCommit(() => this.#announce('push'));
  };

  /** What comes while others are told is told next, all of it at once. */
  #announce(queue: QueueName): void {
    this.#unannounced.add(queue);
    this.#announcing ??= this.#announceAll();
  }

  async #announceAll(): Promise<void> {
    while (this.#unannounced.size > 0) {
      const signals = [...this.#unannounced].map((name): JobSignal => ({ queue: name }));
      this.#unannounced.clear();
      await this.#publish(channels.jobs, signals);
    }
    // In the same turn as the look at what is left: what comes later begins anew.
    this.#announcing = null;
  }

  async work<Name extends QueueName>(queue: Name, work: (job: Job<Name>) => Promise<void>): Promise<() => Promise<void>> {
    await this.#start();
    // A rule sees a failure as a rise from here.
    this.#metrics.count('jobs_failed_total', { queue }, 0);
    this.#metrics.count('job_parts_failed_total', { queue }, 0);
    const stopping = new AbortController();
    const options = {
      batchSize,
      burstWhenBatchFull: true,
      includeMetadata: true,
      perJobResults: true,
      pollingIntervalSeconds: pollSeconds,
      notifyPollingIntervalSeconds: pollSeconds,
    } as const;
    const id = await this.#boss.work(queue, options, async (batch: JobWithMetadata<JobData[Name]>[]) => {
      const results: JobResult[] = [];
      for (const job of batch)
        results.push({ id: job.id, ...(await this.#do(queue, { ...job, signal: AbortSignal.any([job.signal, stopping.signal]) }, work)) });
      return results;
    });
    const stopListening = queues[queue].notify ? null : await this.#listenFor(queue, id);
    return async () => {
      stopping.abort();
      // From here on it fetches nothing: a job that it fetched now would have one try less.
      await Promise.all([this.#boss.offWork(queue, { id, wait: true }), stopListening?.()]);
    };
  }

  async repeat(queue: RepeatedQueue, cron: string, work: (signal: AbortSignal) => Promise<void>): Promise<() => Promise<void>> {
    const stop = await this.work(queue, ({ signal }) => work(signal));
    await this.#boss.schedule(queue, cron);
    await this.#boss.send(queue, {}, { singletonKey: 'soon', singletonSeconds: soonSeconds, startAfter: settledAfterSeconds });
    return stop;
  }

  async put(queue: 'resetLinks', data: JobData['resetLinks']): Promise<string> {
    const id = this.#runtime.newId();
    await this.#boss.send(queue, data, { id });
    return id;
  }

  async wake(queue: RepeatedQueue): Promise<void> {
    await this.#start();
    await this.#boss.send(queue, {});
  }

  async adoptMails(): Promise<number> {
    await this.#engine.jobs.query('platform', usedUp, [], 'array');
    const waiting = (await this.#engine.jobs.query('platform', withoutJob, [], 'array')) as [string, string][];
    const jobs = waiting.map(([organizationId, mailId]) => ({ id: mailId, data: { organizationId, mailId } }));
    if (jobs.length > 0) {
      await this.#boss.insert('mail', jobs);
      this.#announce('mail');
    }
    return jobs.length;
  }

  /** Of every queue: how many jobs wait that are due, how long the first of them has, and how many were given up, as far as these are kept. */
  async countDue(): Promise<readonly QueueFigures[]> {
    const rows = (await this.#engine.jobs.query('platform', countDue, [], 'array')) as [QueueName, number, number, number][];
    const found = new Map(rows.map(([queue, due, oldestAgeSeconds, dead]) => [queue, { due, oldestAgeSeconds, dead }]));
    return queueNames.map((queue) => ({ queue, ...(found.get(queue) ?? { due: 0, oldestAgeSeconds: 0, dead: 0 }) }));
  }

  async close(): Promise<void> {
    await this.#announcing;
    const started = await this.#started?.catch(() => null);
    if (started)
      await this.#boss.stop({ graceful: false, close: false }).catch((error: unknown) => this.#log?.warn({ err: error }, 'jobs.failed'));
  }

  /** Has a worker look at once when its queue has a new job, and when what was told meanwhile may have been missed. */
  async #listenFor(queue: QueueName, worker: string): Promise<() => Promise<void>> {
    const wake = () => this.#boss.notifyWorker(worker);
    const onSignal = (payload: string): void => {
      if ((JSON.parse(payload) as JobSignal).queue === queue) wake();
    };
    try {
      return await this.#engine.notifications.listen(channels.jobs, onSignal, wake);
    } catch (error) {
      await this.#boss.offWork(queue, { id: worker, wait: true });
      throw error;
    }
  }

  #start(): Promise<unknown> {
    this.#started ??= this.#boss.start().catch((error: unknown) => {
      this.#started = null;
      throw error;
    });
    return this.#started;
  }

  async #do<Name extends QueueName>(queue: Name, job: JobWithMetadata<JobData[Name]>, work: (job: Job<Name>) => Promise<void>) {
    const { id, data, retryCount, retryLimit, signal } = job;
    if (signal.aborted) return { status: 'failed', output: { message: 'not begun: the work stops, or somebody else has it' } } as const;
    const attempt = retryCount + 1;
    try {
      await work({ id, data, attempt, isLastAttempt: retryCount >= retryLimit, signal });
      return { status: 'completed' } as const;
    } catch (error) {
      this.#log?.warn({ queue, jobId: id, attempt, err: error }, 'job.failed');
      this.#metrics.count('jobs_failed_total', { queue });
      return { status: 'failed', output: { message: messageOf(error) } } as const;
    }
  }
}

/** Its statements inside somebody's transaction. */
const within = (run: RunStatement) => ({
  executeSql: async (text: string, values: unknown[] = []) => ({ rows: await run(text, values, 'object') }),
});

/** pg-boss tells of some failures by objects that are no errors. */
const messageOf = (error: unknown): string => {
  const { message = error, queue } = Object(error) as { readonly message?: unknown; readonly queue?: unknown };
  return typeof queue === 'string' ? `${queue}: ${String(message)}` : String(message);
};
