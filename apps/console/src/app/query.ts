import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, type Mapped, OfflineError, type Route, type RouteInput, type RouteReply } from '@tenbin/contract';
import { client } from './client.ts';

/** Figures change by live events; this only bounds how old they get without one. */
const freshMs = 30_000;
const tries = 2;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: freshMs,
      networkMode: 'always',
      retry: (failures, error) => failures < tries && isPassing(error),
    },
    mutations: { networkMode: 'always' },
  },
});

const isPassing = (error: unknown): boolean => error instanceof OfflineError || (error instanceof ApiError && error.status >= 500);

/**
 * A read of the API for TanStack Query.
 *
 * @example useQuery(query(listRecords, { params: { id }, query: { limit: 20 } }))
 */
export function query<R extends Route>(route: R, input: RouteInput<R>) {
  return queryOptions<Mapped<RouteReply<R>>>({
    queryKey: [...keyOf(route, (input as { params?: { id?: string } }).params?.id), input],
    queryFn: ({ signal }) => client.call(route, input, { signal }),
  });
}

/** What reads of a route have in common: their address, and the id in it. */
export const keyOf = (route: Route, id?: string): readonly unknown[] => (id === undefined ? [route.path] : [route.path, id]);
