/** Ready-made settings that easy mode offers, in the order in which they are shown. */
export const courseTypes = ['basic', 'balance', 'challenge'] as const;
export type CourseType = (typeof courseTypes)[number];
