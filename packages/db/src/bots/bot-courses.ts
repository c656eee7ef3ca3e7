import type { PairName } from '@tenbin/market';

export type CourseType = 'basic' | 'balance' | 'challenge';

/** What a course's back-test came to. */
export interface CourseBackTest {
  /** Percent. */
  readonly annualRate: number | null;
  readonly basisPoint: number;
  readonly executionCount: number;
  /** ISO 8601. */
  readonly from: string;
  readonly to: string;
  /** What was tested: a result of other settings counts no more. */
  readonly pairs: readonly PairName[];
  readonly delta: number;
}

/** A ready-made setting that easy mode offers. */
export interface BotCourse {
  readonly id: string;
  readonly type: CourseType;
  /** Empty: the product's own words for the type, in the reader's language. The same for the description. */
  readonly title: string;
  readonly description: string;
  readonly pairs: readonly PairName[];
  readonly delta: number;
  readonly backTest: CourseBackTest | null;
}

export interface BotCourses {
  find(id: string): Promise<BotCourse | null>;
  list(): Promise<BotCourse[]>;
  /** Made or changed by its type. */
  save(course: Omit<BotCourse, 'id'>): Promise<BotCourse>;
  /** Writes the result alone; nothing where the course is gone. */
  saveBackTest(id: string, backTest: CourseBackTest): Promise<void>;
}
