import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * @param isKept - of a read that stays as it was found
 * @returns what makes the reads again that are named to it, where they are shown: once for all that is named within a while
 */
export function gatherReads(
  queries: QueryClient,
  ms: number,
  isKept: (query: Query) => boolean = () => false,
): (keys: readonly QueryKey[]) => void {
  const touched = new Map<string, QueryKey>();
  return (keys) => {
    const isFirst = touched.size === 0 && keys.length > 0;
    for (const key of keys) touched.set(hashKey(key), key);
    if (!isFirst) return;
    setTimeout(() => {
      for (const queryKey of touched.values()) void queries.invalidateQueries({ queryKey, predicate: (query) => !isKept(query) });
      touched.clear();
    }, ms);
  };
}
