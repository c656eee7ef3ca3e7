import type { ServerContext } from '../context.ts';
import type { Owner } from '../route/caller.ts';
import { requireWithin } from './limits.ts';

/** A page so far back costs as much as a search: all that lies before it is read. */
const farBack = 10_000;

/**
 * Reads a list of a user: as it is for the first pages, which are read all the time, and under the limits of searches
 * where it is searched for a text or read far back. What always reads all there is, is always a search.
 *
 * @param asked - `call`: each kind of call has a count of its own
 * @throws {Refusal} `tooManyRequests`
 */
export function asSearch<T>(
  asked: { readonly call: string; readonly text?: string | undefined; readonly offset?: number; readonly readsAll?: boolean },
  { actor, deps }: { actor: Owner; deps: ServerContext },
  read: () => Promise<T>,
): Promise<T> {
  if (!asked.readsAll && !asked.text?.trim() && (asked.offset ?? 0) <= farBack) return read();
  const { searches, searchLine } = deps.limits;
  requireWithin(searches, `${asked.call} ${actor.userId}`);
  return searchLine.pass(actor.userId, read);
}
