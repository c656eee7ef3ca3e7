import type { Language } from '@tenbin/accounts';
import type { BotCourse as BotCourseReply } from '@tenbin/contract';
import type { BotCourse, OrganizationDatabase } from '@tenbin/db';
import { deltaOf } from '@tenbin/strategy';
import { courseWords } from './course-words.ts';

/** An organization's courses in the reader's language. */
export async function courseReplies(
  { organizationId, botCourses }: Pick<OrganizationDatabase, 'organizationId' | 'botCourses'>,
  language: Language,
): Promise<BotCourseReply[]> {
  return (await botCourses.list()).map((course) => courseReply(course, { organizationId, language }));
}

function courseReply(
  { id, type, title, description, strategy, backTest }: BotCourse,
  { organizationId, language }: { organizationId: string; language: Language },
): BotCourseReply {
  const words = courseWords[type][language];
  return {
    _id: id,
    type,
    title: title[language] || words.title,
    description: description[language] || words.description,
    pairs: [...strategy.pairs],
    delta: deltaOf(strategy),
    backTest: backTest && {
      annualRate: backTest.annualRate,
      basisPoint: backTest.basisPoint,
      executionCount: backTest.executionCount,
      from: backTest.from,
      to: backTest.to,
    },
    organizationId,
  };
}
