import type { KeyRights } from '@tenbin/exchange';

/** When a key ends, from a text or epoch milliseconds; nothing where that is no time, or the beginning of time: then it does not. */
export function endOf(said: unknown): Pick<KeyRights, 'endsAt'> {
  const at = typeof said === 'string' && !/^\d+$/.test(said) ? Date.parse(said) : Number(said ?? Number.NaN);
  return Number.isFinite(at) && at > 0 ? { endsAt: new Date(at) } : {};
}
