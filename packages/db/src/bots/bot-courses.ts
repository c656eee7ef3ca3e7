import type { Language } from '@tenbin/accounts';
import type { CourseType } from '@tenbin/bots';
import type { StrategySettings } from '@tenbin/strategy';

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
  readonly strategy: StrategySettings;
}

export type InBothLanguages = Readonly<Record<Language, string>>;

/** A ready-made setting that easy mode offers. */
export interface BotCourse {
  readonly id: string;
  readonly type: CourseType;
  /** Empty: the product's own words for the type in that language. The same for the description. */
  readonly title: InBothLanguages;
  readonly description: InBothLanguages;
  readonly strategy: StrategySettings;
  readonly backTest: CourseBackTest | null;
}

export interface BotCourses {
  find(id: string): Promise<BotCourse | null>;
  /** In the order of their types. */
  list(): Promise<BotCourse[]>;
  /** Makes these the organization's courses, and no others. A result stays where the settings do. */
  replace(courses: readonly Omit<BotCourse, 'id' | 'backTest'>[]): Promise<void>;
  /** Made or changed by its type. */
  save(course: Omit<BotCourse, 'id'>): Promise<BotCourse>;
  /** Writes the result alone; nothing where the course is gone. */
  saveBackTest(id: string, backTest: CourseBackTest): Promise<void>;
}
