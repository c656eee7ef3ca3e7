import type { JobData, QueueName, RepeatedQueue } from './queues.ts';

/** Something to be done once, over all processes. */
export interface Job<Name extends QueueName> {
  readonly id: string;
  readonly data: JobData[Name];
  /** 1 for the first. */
  readonly attempt: number;
  /** Whether it is not tried again when this attempt fails. */
  readonly isLastAttempt: boolean;
  /** Aborts when nothing more is to be begun: the work stops, or somebody else has the job, since this process was not heard of. */
  readonly signal: AbortSignal;
}

/** How the jobs of a queue stand. */
export interface QueueFigures {
  readonly queue: QueueName;
  readonly due: number;
  readonly oldestAgeSeconds: number;
  readonly dead: number;
}

/** Jobs wait in the database until they are done, whichever process ends meanwhile. */
export interface Jobs {
  /**
   * Does the jobs of a queue, one at a time in this process. One that throws is tried again, later each time; one whose
   * process has ended is taken by another. So a job may be begun twice: what must not be done twice asks first.
   *
   * @returns finishes what is in hand, and takes no more
   */
  work<Name extends QueueName>(queue: Name, work: (job: Job<Name>) => Promise<void>): Promise<() => Promise<void>>;
  /**
   * The same for what is to be done again and again, and for the first time within seconds.
   *
   * @param cron - UTC
   */
  repeat(queue: RepeatedQueue, cron: string, work: (signal: AbortSignal) => Promise<void>): Promise<() => Promise<void>>;
  /** Asks for a job now. @returns its id */
  put(queue: 'resetLinks', data: JobData['resetLinks']): Promise<string>;
  /** Asks for a run of what is repeated now; several processes that ask at once ask for one together. */
  wake(queue: RepeatedQueue): Promise<void>;
  /** Gives mails a job that wait without one: those of a database from before there were any. @returns how many */
  adoptMails(): Promise<number>;
}
