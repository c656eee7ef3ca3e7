import { useState } from 'react';

const fewest = 20;
/** No more are read at once. */
const maxRows = 1000;

interface ShownRows {
  /** How many are asked for. */
  readonly limit: number;
  /** Asks for twice as many; undefined where all are there, or as many as are read at once. */
  showMore(found: { readonly read: number; readonly count: number }): (() => void) | undefined;
}

/** How many rows of a list that grows below its beginning are shown. */
export function useShownRows(): ShownRows {
  const [limit, setLimit] = useState(fewest);
  return {
    limit,
    showMore: ({ read, count }) =>
      read < count && read === limit && limit < maxRows ? () => setLimit(Math.min(2 * limit, maxRows)) : undefined,
  };
}
