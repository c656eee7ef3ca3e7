/** Pixels between a chart and what is said below it. */
export const captionGap = 8;

/** Kept free below a chart, in pixels: a sentence, and a legend. On a phone they take more lines. */
export const captionRoom = { xs: 124, sm: 80 } as const;

/** The height that a chart takes with what is said below it: whatever stands in its place takes the same. */
export const chartRoom = (height: number): { readonly xs: number; readonly sm: number } => ({
  xs: height + captionGap + captionRoom.xs,
  sm: height + captionGap + captionRoom.sm,
});
