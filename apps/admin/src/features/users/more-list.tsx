import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useInfiniteQuery } from '@tanstack/react-query';
import { keyOf, useClient } from '@tenbin/app-kit';
import type { Mapped, Route, RouteInput, RouteReply } from '@tenbin/contract';
import { Empty, Failure, Loading, Panel } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useText } from '../../app/text.ts';

type RowOf<R extends Route> = Mapped<RouteReply<R>> extends readonly (infer Row)[] ? Row : never;

interface MoreListProps<R extends Route> {
  readonly title: string;
  /** Whose rows come newest first, so many at a time. */
  readonly route: R;
  readonly userId: string;
  readonly empty: string;
  readonly wide?: boolean;
  readonly children: (rows: readonly RowOf<R>[]) => ReactNode;
}

const pageSize = 20;

/** What a user has of something, the newest first: waiting, failed, none, some, and the way to older ones. */
export function MoreList<R extends Route>({ title, route, userId, empty, wide = false, children }: MoreListProps<R>) {
  const text = useText('users');
  const client = useClient();
  const list = useInfiniteQuery({
    queryKey: [...keyOf(route, userId), 'more'],
    queryFn: ({ pageParam: skip, signal }) => {
      const input = { params: { id: userId }, query: { skip, limit: pageSize } } as unknown as RouteInput<R>;
      return client.call(route, input, { signal }) as Promise<readonly RowOf<R>[]>;
    },
    initialPageParam: 0,
    // A page that is not full is the last one.
    getNextPageParam: (last, pages) => (last.length < pageSize ? undefined : pages.length * pageSize),
  });
  const rows = list.data?.pages.flat() ?? [];
  return (
    <Panel title={title} {...(wide && { sx: { gridColumn: '1 / -1' } })}>
      {list.isPending && <Loading what={title} />}
      {list.isLoadingError && <Failure what={title} error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && rows.length === 0 && <Empty title={empty} />}
      {rows.length > 0 && children(rows)}
      {list.isFetchNextPageError && <Failure what={title} error={list.error} onRetry={() => void list.fetchNextPage()} />}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <Box sx={{ mt: 1.5, textAlign: 'center' }}>
          <Button loading={list.isFetchingNextPage} aria-label={text('moreOf', { what: title })} onClick={() => void list.fetchNextPage()}>
            {text('showMore')}
          </Button>
        </Box>
      )}
    </Panel>
  );
}
