import type { BotCourse, Database } from '@tenbin/db';

type Course = Pick<BotCourse, 'type' | 'pairs' | 'delta'>;

const main = ['BTC/USDT', 'ETH/USDT', 'ETH/BTC'];

/** Widths of 1, 2 and 1 %. The words are the product's own. */
const usualCourses: readonly Course[] = [
  { type: 'basic', pairs: main, delta: 0.005 },
  { type: 'balance', pairs: main, delta: 0.01 },
  { type: 'challenge', pairs: ['BTC/USDT', 'XRP/USDT', 'XRP/BTC'], delta: 0.005 },
];

/** Gives every organization that has no course yet the usual three: a trial is whole from its first start. */
export async function ensureCourses(database: Database): Promise<void> {
  for (const { id } of await database.platform.organizations.list()) {
    const { botCourses } = database.forOrganization(id);
    if ((await botCourses.list()).length > 0) continue;
    for (const course of usualCourses) await botCourses.save({ ...course, title: '', description: '', backTest: null });
  }
}
