import { type BotCourse, type CourseBackTest, type Exchange, passedOver } from '@tenbin/db';
import { deltaOf } from '@tenbin/strategy';
import { loadJob } from '../backtests/load-job.ts';
import { dayMs } from '../candles/utc-day.ts';
import type { ServerContext } from '../context.ts';

type Needs = Pick<ServerContext, 'database' | 'exchanges' | 'candles' | 'backtests' | 'clock' | 'log' | 'metrics'>;

/** Of the market's time; a market that moves faster shows as much in less, and in finer candles. */
const testedMs = 30 * dayMs;
const shortestMs = dayMs;
/** Even balances worth so much together; the result hardly depends on it. */
const worth = 30_000;

/** Every ten minutes, and whenever courses were changed. What failed is tried again with the next run, whichever server makes it. */
export const courseTimes = '*/10 * * * *';

/** Computes what the courses of every organization would have earned lately, and stores it. */
export interface CourseResults {
  /** Computes the results that are missing, older than a day, or of other settings. */
  renew(signal?: AbortSignal): Promise<void>;
}

export function createCourseResults(deps: Needs): CourseResults {
  const { database, clock } = deps;

  async function renewOrganization(id: string, signal: AbortSignal | undefined): Promise<void> {
    const { botCourses } = database.forOrganization(id);
    const now = clock.now();
    const due = (await botCourses.list()).filter((course) => isDue(course, now));
    const [exchange] = due.length === 0 ? [] : await database.platform.exchanges.listOffered(id);
    if (!exchange) return;
    for (const course of due) {
      if (signal?.aborted) return;
      try {
        await botCourses.saveBackTest(course.id, await resultOf(course, exchange, { deps, organizationId: id }));
      } catch (error) {
        passedOver('courses', deps).warn({ organization: id, course: course.type, err: error }, 'course.failed');
      }
    }
  }
  return {
    async renew(signal) {
      for (const { id } of await database.platform.organizations.list()) await renewOrganization(id, signal);
    },
  };
}

function isDue({ backTest, strategy }: BotCourse, now: Date): boolean {
  // The database gives both back with their keys in one order.
  if (backTest === null || JSON.stringify(backTest.strategy) !== JSON.stringify(strategy)) return true;
  return now.getTime() - Date.parse(backTest.to) > dayMs;
}

async function resultOf(
  { strategy }: BotCourse,
  exchange: Exchange,
  { deps, organizationId }: { readonly deps: Needs; readonly organizationId: string },
): Promise<CourseBackTest> {
  const asker = { organizationId, userId: 'courses' };
  const { candles, backtests, exchanges, clock } = deps;
  const offered = await exchanges.fetchMarkets(exchange);
  const now = clock.now();
  const start = new Date(now.getTime() - Math.max(testedMs / exchange.timeScale, shortestMs));
  const job = await loadJob(
    exchange,
    {
      pairs: strategy.pairs,
      offered,
      balances: worth,
      delta: deltaOf(strategy),
      fee: null,
      mode: 'path',
      start,
      end: now,
      interval: null,
      now,
      asker,
    },
    candles,
  );
  const { figures, from, to } = await backtests.run(job, asker);
  const { annualRate, basisPoint, executionCount } = figures;
  return { annualRate, basisPoint, executionCount, from, to, strategy };
}
