import { type DataTag, keepPreviousData, type QueryKey, type UseQueryResult, useQuery } from '@tanstack/react-query';

/** What `query` describes. */
interface Read<Data> {
  readonly queryKey: DataTag<QueryKey, Data, Error>;
  readonly meta?: Record<string, unknown>;
}

interface PagedReads<Row> {
  readonly count: Read<{ count: number }>;
  readonly list: (part: { readonly offset: number; readonly limit: number }) => Read<Row[]>;
  /** From 1; as the address has it. */
  readonly page: number;
  readonly size: number;
}

export interface PagedRows<Row> {
  readonly rows: UseQueryResult<Row[]>;
  /** Undefined while it is not known. */
  readonly count: number | undefined;
  readonly page: number;
  readonly pages: number;
  /** The page has gone meanwhile: the last one is on its way. */
  readonly isBeyond: boolean;
}

/** A page of a list, and how many there are. While the next one is on its way, the one before stays. */
export function usePagedList<Row>({ count, list, page: wanted, size }: PagedReads<Row>): PagedRows<Row> {
  const found = useQuery<{ count: number }>({ ...count, placeholderData: keepPreviousData });
  const { page, pages } = clampPage(wanted, { count: found.data?.count, size });
  const rows = useQuery<Row[]>({ ...list({ offset: (page - 1) * size, limit: size }), placeholderData: keepPreviousData });
  return { rows, count: found.data?.count, page, pages, isBeyond: page > 1 && rows.data?.length === 0 };
}

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
