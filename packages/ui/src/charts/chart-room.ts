/** Pixels between a chart and what is said below it. */
export const captionGap = 8;

/** Kept free below a chart, in pixels: a sentence, and a legend where there is more than one line. On a phone they take more lines. */
export const captionRoom = { plain: { xs: 124, sm: 80 }, withLegend: { xs: 192, sm: 80 } } as const;

/** The height that a chart takes with what is said below it: whatever stands in its place takes the same. */
export function chartRoom(height: number, caption: keyof typeof captionRoom): { readonly xs: number; readonly sm: number } {
  const { xs, sm } = captionRoom[caption];
  return { xs: height + captionGap + xs, sm: height + captionGap + sm };
}
