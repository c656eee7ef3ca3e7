import { listBotCourses } from '@tenbin/contract';
import { courseReplies } from '../../bot-courses/course-replies.ts';
import { implement } from '../../route/implement.ts';

export const handleListBotCourses = implement(listBotCourses, ({ actor, caller }) => courseReplies(actor.organization, caller.language));
