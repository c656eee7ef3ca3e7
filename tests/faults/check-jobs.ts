import { type QueueName, queueNames } from '@tenbin/db';

/** A job that is due and nobody does, that somebody has in hand, or that was given up. */
export interface LeftJob {
  readonly id: string;
  readonly queue: string;
  readonly state: 'created' | 'retry' | 'active' | 'failed';
}

export interface JobsInTheEnd {
  readonly left: readonly LeftJob[];
  /** What ran to its end, by queue and id, one for each time. */
  readonly ended: readonly string[];
  /** How many of them had ended before things went wrong this time. */
  readonly endedBefore: number;
  /** How often a process may have lost, or not noted any more, what it had just ended. */
  readonly breaks: number;
}

/** These are twenty to a batch, which is noted in its end; whether each was done once is judged by what came of it. */
const judgedElsewhere: readonly QueueName[] = ['mail', 'push', 'resetLinks'];

/**
 * Whatever happened to the database and to processes, each job ran: of every queue at least one came to its end, none is left
 * when its time has come, none was given up, and one ran to its end again only where a process could not say that it had.
 */
export function checkJobs({ left, ended, endedBefore, breaks }: JobsInTheEnd): string[] {
  const wrong = left.map(({ id, queue, state }) =>
    state === 'failed' ? `job ${id} of ${queue} was given up` : `job ${id} of ${queue} is still ${state}`,
  );
  const met = new Set(ended.slice(endedBefore).map(queueOf));
  wrong.push(...queueNames.filter((queue) => !met.has(queue)).map((queue) => `no job of ${queue} ran to its end`));
  const again = endedAgain(ended);
  if (again > breaks) wrong.push(`${again} jobs ran to their end again, with ${breaks} breaks`);
  return wrong;
}

/** How often jobs ran to their end that had done so before. */
export function endedAgain(ended: readonly string[]): number {
  const judged = ended.filter((one) => !judgedElsewhere.some((queue) => queue === queueOf(one)));
  return judged.length - new Set(judged).size;
}

/** Of a job that ended. */
export const queueOf = (ended: string): string => ended.split(' ', 1)[0] ?? '';
