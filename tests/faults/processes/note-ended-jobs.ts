import { appendFileSync } from 'node:fs';
import type { Jobs } from '@tenbin/db';

/** Every job that runs to its end is written down, before anybody is told. */
export function noteEndedJobs(jobs: Jobs, file: string): void {
  const work = jobs.work.bind(jobs);
  Object.assign(jobs, {
    work: (queue, does) =>
      work(queue, async (job) => {
        await does(job);
        appendFileSync(file, `${queue} ${job.id}\n`);
      }),
  } satisfies Pick<Jobs, 'work'>);
}
