import { useQueryClient } from '@tanstack/react-query';
import {
  ApiError,
  getOwnOrganization,
  getPerformance,
  getRecordTotals,
  getSelf,
  getVolume,
  listActiveStops,
  listAvailablePlans,
  listDeletedBots,
  listOwnExchanges,
  listOwnRecords,
  listRebalances,
  listRecords,
  type Route,
  UnauthorizedError,
} from '@tenbin/contract';
import { useFailureToast } from '@tenbin/ui';
import { useEffect, useRef } from 'react';
import { useText } from '../app/text.ts';
import type { Words } from '../app/words.ts';

type Failure = keyof Words['failures'] & string;

/** Reads whose failure is told, and under which name. Null: without one, since nothing else on the page says so. */
const nameOf = new Map<Route, Failure | null>([
  [listAvailablePlans, 'failedFetchUserPlans'],
  [listOwnExchanges, 'failedFetchExchanges'],
  [listRecords, 'failedFetchContractRecords'],
  [listOwnRecords, 'failedFetchContractRecords'],
  [getRecordTotals, 'failedFetchContractRecords'],
  [listRebalances, 'failedGetAutoRebalance'],
  ...[getOwnOrganization, getPerformance, getSelf, getVolume, listDeletedBots, listActiveStops].map((route) => [route, null] as const),
]);

/** Tells of reads that failed for good, each once; what was read before stays, and grows old under the connection's bar. */
export function FailedReads() {
  const text = useText('failures');
  const failed = useFailureToast();
  const queries = useQueryClient();
  const report = useRef((_route: Route, _error: unknown): void => undefined);
  report.current = (route, error) => {
    const name = nameOf.get(route);
    if (name !== undefined && !isSignedOut(error)) failed(error, name === null ? undefined : text(name));
  };
  useEffect(
    () =>
      queries.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return;
        const { meta, state } = event.query;
        if (meta?.route && state.data === undefined && state.errorUpdateCount === 1)
          report.current(meta.route as Route, event.action.error);
      }),
    [queries],
  );
  return null;
}

const isSignedOut = (error: unknown): boolean => error instanceof UnauthorizedError || (error instanceof ApiError && error.status === 401);
