/** How long each stretch is for which users are counted. */
export const activityScales = ['day', 'month', 'year'] as const;
export type ActivityScale = (typeof activityScales)[number];
