import type { Implementation } from '../route/implement.ts';
import { handleListBotCourses } from './list-bot-courses.ts';

export const courseCalls: readonly Implementation[] = [handleListBotCourses];
