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
  /** How often a worker may have lost, or not noted any more, what it had just ended. */
  readonly breaks: number;
}

/** Mails are twenty to a batch, which is noted in its end; that each was sent once is judged by what the mail server took. */
const judgedElsewhere = 'mail ';

/**
 * Whatever happened to the database and to workers, each job ran: none is left when its time has come, none was given up,
 * and one ran to its end again only where a worker could not say that it had.
 */
export function checkJobs({ left, ended, breaks }: JobsInTheEnd): string[] {
  const wrong = left.map(({ id, queue, state }) =>
    state === 'failed' ? `job ${id} of ${queue} was given up` : `job ${id} of ${queue} is still ${state}`,
  );
  const again = endedAgain(ended);
  if (again > breaks) wrong.push(`${again} jobs ran to their end again, with ${breaks} breaks`);
  return wrong;
}

/** How often jobs ran to their end that had done so before. */
export function endedAgain(ended: readonly string[]): number {
  const judged = ended.filter((one) => !one.startsWith(judgedElsewhere));
  return judged.length - new Set(judged).size;
}
