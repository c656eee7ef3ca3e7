import * as z from 'zod/mini';
import { BotCourse } from '../courses/shapes.ts';
import { route } from '../route.ts';

export const listBotCourses = route({
  surface: 'user',
  method: 'GET',
  whileViewing: true,
  path: '/api/bot-courses',
  summary: "The ready-made settings that the caller's organization offers, each with the result of its back-test, renewed daily.",
  reply: z.array(BotCourse),
});
