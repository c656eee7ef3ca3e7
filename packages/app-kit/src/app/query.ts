import { QueryClient, queryOptions } from '@tanstack/react-query';
import { ApiError, type Client, type Mapped, OfflineError, type Route, type RouteInput, type RouteReply } from '@tenbin/contract';

/** Figures change by live events; this only bounds how old they get without one. */
const freshMs = 30_000;
const maxTries = 2;

/** What a read carries for the client that makes it. */
interface Read extends Record<string, unknown> {
  readonly route: Route;
  readonly input: RouteInput<Route>;
}

/** @param client - makes the reads that `query` describes */
export const createQueryClient = (client: Client): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: freshMs,
        networkMode: 'always',
        retry: (failures, error) => failures < maxTries && isPassing(error),
        queryFn: ({ meta, signal }) => {
          const { route, input } = meta as Read;
          return client.call(route, input, { signal });
        },
      },
      mutations: { networkMode: 'always' },
    },
  });

const isPassing = (error: unknown): boolean => error instanceof OfflineError || (error instanceof ApiError && error.status >= 500);

/**
 * A read of the API for TanStack Query, made by the client of the surface that asks.
 *
 * @example useQuery(query(listRecords, { params: { id }, query: { limit: 20 } }))
 */
export function query<R extends Route>(route: R, input: RouteInput<R>) {
  return queryOptions<Mapped<RouteReply<R>>>({
    queryKey: [...keyOf(route, (input as { params?: { id?: string } }).params?.id), input],
    meta: { route, input } satisfies Read,
  });
}

/** What reads of a route have in common: their address, and the id in it. */
export const keyOf = (route: Route, id?: string): readonly unknown[] => (id === undefined ? [route.path] : [route.path, id]);
