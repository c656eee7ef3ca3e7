import { QueryClient } from '@tanstack/react-query';
import { countPlatformBots, listAllOrganizations, listPlatformBots } from '@tenbin/contract';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { query } from '../app/query.ts';
import { readBotsAgain } from './read-bots-again.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('what is shown of bots is read again once for all that came within five seconds; a greeting is no news', () => {
  const queries = new QueryClient();
  const reads = {
    bots: query(listPlatformBots, { query: { skip: '20' } }).queryKey,
    count: query(countPlatformBots, { query: {} }).queryKey,
    organizations: query(listAllOrganizations, { query: {} }).queryKey,
  };
  for (const key of Object.values(reads)) queries.setQueryData(key, [] as never);
  const old = () => Object.entries(reads).flatMap(([name, key]) => (queries.getQueryState(key)?.isInvalidated ? [name] : []));
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  const update = readBotsAgain([listPlatformBots, countPlatformBots])(queries);
  update({ type: 'hello' });
  vi.advanceTimersByTime(60_000);
  expect(old()).toEqual([]);
  for (const type of ['bot', 'record', 'bot']) update({ type });
  vi.advanceTimersByTime(4999);
  expect(old()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(old()).toEqual(['bots', 'count']);
  expect(invalidate).toHaveBeenCalledTimes(2);
  queries.clear();
});
