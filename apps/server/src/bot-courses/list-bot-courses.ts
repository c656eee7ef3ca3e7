import type { Language } from '@tenbin/accounts';
import { type BotCourse as BotCourseReply, listBotCourses } from '@tenbin/contract';
import type { BotCourse } from '@tenbin/db';
import { implement } from '../route/implement.ts';
import { courseWords } from './course-words.ts';

export const handleListBotCourses = implement(listBotCourses, async ({ actor, caller }) => {
  const courses = await actor.organization.botCourses.list();
  return courses.map((course) => courseReply(course, { organizationId: actor.organizationId, language: caller.language }));
});

function courseReply(
  { id, type, title, description, pairs, delta, backTest }: BotCourse,
  { organizationId, language }: { organizationId: string; language: Language },
): BotCourseReply {
  const words = courseWords[type][language];
  return {
    _id: id,
    type,
    title: title || words.title,
    description: description || words.description,
    pairs: [...pairs],
    delta,
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
