import type { Database, Jobs } from '@tenbin/db';
import { expect } from 'vitest';

/** Follows the jobs that calls ask for. @returns until all of them are done */
export function followJobs({ jobs }: Pick<Database, 'jobs'>): () => Promise<void> {
  const [put, work] = [jobs.put.bind(jobs), jobs.work.bind(jobs)];
  const asked: Promise<string>[] = [];
  const done = new Set<string>();
  Object.assign(jobs, {
    put(queue, data) {
      const id = put(queue, data);
      asked.push(id);
      return id;
    },
    work: (queue, does) =>
      work(queue, async (job) => {
        await does(job);
        done.add(job.id);
      }),
  } satisfies Pick<Jobs, 'put' | 'work'>);
  return async () => {
    for (const { value: id } of (await Promise.allSettled(asked.splice(0))).filter((one) => one.status === 'fulfilled'))
      await expect.poll(() => done.has(id)).toBe(true);
  };
}
