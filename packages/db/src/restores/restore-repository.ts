import type { RunStatement } from '../database/connection.ts';
import type { Restores } from './restores.ts';

/** No worker has claimed an account so often since the restored state was the present one. */
const epochsAhead = 1_000_000;

const marked = `
  with since as (
    select coalesce($1::timestamptz, (select max(updated_at) from bots) - interval '1 hour', $2::timestamptz) as at
  ), claims as (
    update exchange_accounts set epoch = epoch + ${epochsAhead}, owner_worker_id = null
  ), gone as (
    delete from workers
  ), ended as (
    update rebalances set status = 'cancelled', ended_at = $2::timestamptz where ended_at is null
  ), paused as (
    update broadcasts set state = 'paused', last_error = null
    where state = 'sending' or (state = 'scheduled' and next_at <= $2::timestamptz)
    returning id
  ), marked as (
    update bots set recover_since = since.at, sequence = greatest(sequence, $3::bigint), rebalance_id = null, updated_at = $2::timestamptz,
      active = active and not $4::boolean,
      state = case when state in ('stopped', 'rebalancing') then 'stopping' else state end,
      phase = case when state in ('stopped', 'rebalancing') then jsonb_build_object(
        'kind', 'stopping', 'askedAt', $2::timestamptz, 'by', 'automatic', 'reason', null, 'runningSince', null)
        || case when (select balances from sub_accounts s where s.organization_id = bots.organization_id and s.id = sub_account_id) = '{}'
          then '{"holdsNothing": true}'::jsonb else '{}' end
        else phase end,
      during_stop = case when state in ('stopped', 'rebalancing') then '{"cancelled": [], "filled": []}'::jsonb else during_stop end
    from since where deleted_at is null
    returning id
  )
  select since.at, (select count(*) from marked)::int, (select count(*) from paused)::int from since`;

/** One statement, so that it is done whole. */
export function restoreRepository(run: RunStatement): Restores {
  return {
    async prepare({ since, at, nextSequence, stopsAll }) {
      const values = [since?.toISOString() ?? null, at.toISOString(), nextSequence, stopsAll];
      const [[from, bots, broadcasts] = ['', 0, 0]] = (await run(marked, values, 'array')) as [string, number, number][];
      return { since: new Date(from), bots, broadcasts };
    },
  };
}
