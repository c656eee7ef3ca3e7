import type { PairName } from '@tenbin/market';
import type { JsonFacts } from '../json.ts';

export type CourseType = 'basic' | 'balance' | 'challenge';

/** A ready-made setting that easy mode offers. */
export interface BotCourse {
  readonly id: string;
  readonly type: CourseType;
  readonly title: string;
  readonly description: string;
  readonly pairs: readonly PairName[];
  readonly delta: number;
  readonly backTest: JsonFacts | null;
}

export interface BotCourses {
  find(id: string): Promise<BotCourse | null>;
  list(): Promise<BotCourse[]>;
  /** Made or changed by its type. */
  save(course: Omit<BotCourse, 'id'>): Promise<BotCourse>;
}
