import { Failure, Loading } from '@tenbin/ui';
import type { ReactNode } from 'react';
import type { PagedRows } from './use-paged-list.ts';

interface PagedListProps<Row> {
  readonly list: PagedRows<Row>;
  readonly what: string;
  /** What waits in the place of the rows: how many, and how high. */
  readonly waiting: { readonly rows: number; readonly height: number };
  readonly empty: ReactNode;
  readonly children: (rows: readonly Row[]) => ReactNode;
}

/** The faces of a page of a list: waiting, failed, none, some. */
export function PagedList<Row>({ list: { rows, isBeyond }, what, waiting, empty, children }: PagedListProps<Row>) {
  if (rows.isPending || isBeyond) return <Loading what={what} {...waiting} />;
  if (rows.isLoadingError) return <Failure what={what} error={rows.error} onRetry={() => void rows.refetch()} />;
  if (!rows.data) return null;
  return rows.data.length === 0 ? empty : children(rows.data);
}
