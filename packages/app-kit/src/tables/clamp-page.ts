/**
 * The page to show of a list, and how many there are. A page beyond the last one, from an old link or after something was
 * filtered away, means the last.
 *
 * @param count - undefined while it is not known
 */
export function clampPage(page: number, { count, size }: { count: number | undefined; size: number }): { page: number; pages: number } {
  const pages = Math.max(1, Math.ceil((count ?? 0) / size));
  return { page: count === undefined ? page : Math.min(page, pages), pages };
}
