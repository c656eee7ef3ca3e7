/** A place in the pager: a page to go to, or an ellipsis over those left out. */
export type PagerPlace = { readonly kind: 'page'; readonly page: number } | { readonly kind: 'gap'; readonly after: number };

/**
 * Two pages on either side of the current one, always the first and the last, an ellipsis where pages are left out.
 * A single page that would be left out is shown instead: an ellipsis takes as much room.
 *
 * @param current - from 1; brought into range
 * @param count - of pages, at least 1
 */
export function pageWindow(current: number, count: number): PagerPlace[] {
  const here = Math.min(Math.max(1, current), count);
  const pages = new Set([1, count]);
  for (let page = Math.max(1, here - 2); page <= Math.min(count, here + 2); page++) pages.add(page);
  const places: PagerPlace[] = [];
  let before = 0;
  for (const page of [...pages].sort((a, b) => a - b)) {
    if (page - before === 2) places.push({ kind: 'page', page: page - 1 });
    else if (page - before > 2) places.push({ kind: 'gap', after: before });
    places.push({ kind: 'page', page });
    before = page;
  }
  return places;
}
