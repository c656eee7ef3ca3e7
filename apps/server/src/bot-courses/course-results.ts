import type { BotCourse, CourseBackTest, Exchange } from '@tenbin/db';
import { loadJob } from '../backtests/load-job.ts';
import { dayMs } from '../candles/utc-day.ts';
import type { ServerContext } from '../context.ts';

type Needs = Pick<ServerContext, 'database' | 'exchanges' | 'candles' | 'backtests' | 'clock' | 'log'>;

/** Computes what the courses of every organization would have earned lately, and stores it. */
export interface CourseResults {
  /** Computes the results that are missing, older than a day, or of other settings. Throws never. */
  renew(): Promise<void>;
  /** Ends the renewing. */
  close(): Promise<void>;
}

/** Of the market's time; a market that moves faster shows as much in less, and in finer candles. */
const testedMs = 30 * dayMs;
const shortestMs = dayMs;
const pauseAfterFailureMs = 10 * 60_000;
/** At a first start the exchange is offered a moment after the server listens. */
const firstAfterMs = 2_000;
/** Even balances worth so much together; the result hardly depends on it. */
const worth = 30_000;

/** @param everyMs - how often it looks for results that are due; null: only when asked */
export function startCourseResults(deps: Needs, { everyMs }: { everyMs: number | null }): CourseResults {
  const { database, clock, log } = deps;
  /** When courses that failed are tried again, by id. */
  const triedAgainAt = new Map<string, number>();
  let underWay: Promise<void> | null = null;
  let isClosed = false;

  async function renewOrganization(id: string): Promise<void> {
    const { botCourses } = database.forOrganization(id);
    const now = clock.now();
    const due = (await botCourses.list()).filter((course) => isDue(course, now) && now.getTime() >= (triedAgainAt.get(course.id) ?? 0));
    const [exchange] = due.length === 0 ? [] : await database.platform.exchanges.listOffered(id);
    if (!exchange) return;
    for (const course of due) {
      if (isClosed) return;
      try {
        await botCourses.saveBackTest(course.id, await resultOf(course, exchange, { deps, organizationId: id }));
      } catch (error) {
        triedAgainAt.set(course.id, now.getTime() + pauseAfterFailureMs);
        log.warn({ organization: id, course: course.type, error: messageOf(error) }, 'course.failed');
      }
    }
  }

  async function renewAll(): Promise<void> {
    try {
      for (const { id } of await database.platform.organizations.list()) await renewOrganization(id);
    } catch (error) {
      log.warn({ error: messageOf(error) }, 'courses.failed');
    }
  }

  const renew = (): Promise<void> => {
    underWay ??= renewAll().finally(() => {
      underWay = null;
    });
    return underWay;
  };
  const timers = everyMs === null ? [] : [setTimeout(() => void renew(), firstAfterMs), setInterval(() => void renew(), everyMs)];
  for (const timer of timers) timer.unref();
  return {
    renew,
    async close() {
      isClosed = true;
      for (const timer of timers) clearTimeout(timer);
      await underWay;
    },
  };
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function isDue({ backTest, pairs, delta }: BotCourse, now: Date): boolean {
  if (backTest === null || backTest.delta !== delta || backTest.pairs.join() !== pairs.join()) return true;
  return now.getTime() - Date.parse(backTest.to) > dayMs;
}

async function resultOf(
  { pairs, delta }: BotCourse,
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
    { pairs, offered, balances: worth, delta, fee: null, mode: 'path', start, end: now, interval: null, now, asker },
    candles,
  );
  const { figures, from, to } = await backtests.run(job, asker);
  const { annualRate, basisPoint, executionCount } = figures;
  return { annualRate, basisPoint, executionCount, from, to, pairs: [...pairs], delta };
}
