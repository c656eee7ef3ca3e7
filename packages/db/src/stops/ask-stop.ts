import { channels, type DesiredStateSignal, type LiveSignal, type StopScope } from '@tenbin/bots';
import type { TenantContext } from '../database/tenant-context.ts';
import { platformOrganizationId } from '../schema/tenancy.ts';
import type { AskedStop } from './stops.ts';

/**
 * One statement, so that what is noted is what was stopped. A bot that is stopped although it was wanted to run has not
 * been taken up by a worker yet: it has nothing open, unless its last run ended without the exchange's confirmation. Its
 * request is gone before a worker can act on it, since a start without a request is refused.
 */
const ask = `
  with asked as (
    insert into stops (organization_id, id, scope, subject_id, by, asked_at)
    select o.id, $1::uuid, $2::text, coalesce($4::uuid, $5::uuid), $6::text, $7::timestamptz
    from (select id from organizations union all select '${platformOrganizationId}'::uuid) o where $3::uuid is null or o.id = $3::uuid
  ), requested as (
    update bots set active = false, rebalance_id = null, requested_by = $6::text, requested_at = $7::timestamptz, updated_at = $7::timestamptz
    where ($3::uuid is null or organization_id = $3::uuid) and ($4::uuid is null or id = $4::uuid) and ($5::uuid is null or user_id = $5::uuid)
      and deleted_at is null and (active or state <> 'stopped' or rebalance_id is not null)
    returning organization_id, id, user_id, exchange_account_id, state
  ), taken_back as (
    update rebalances r set status = 'cancelled', ended_at = $7::timestamptz from requested w
    where r.organization_id = w.organization_id and r.bot_id = w.id and r.status = 'requested'
  ), noted as (
    insert into stop_bots (organization_id, stop_id, bot_id, outcome, ended_at)
    select organization_id, $1::uuid, id, case when state = 'stopped' then case when exists (
        select from order_intents o where o.organization_id = requested.organization_id and o.bot_id = requested.id and not o.settled
      ) then 'unconfirmed' else 'confirmed' end end,
      case when state = 'stopped' then $7::timestamptz end
    from requested
  )
  select organization_id, user_id, exchange_account_id, id from requested`;

/** Organization, user, exchange account, bot. */
type StoppedRow = [string, string | null, string, string];

/** @param stop - `organizationId` null: all of them */
export async function askStop(
  { run, publish, clock }: Pick<TenantContext, 'run' | 'publish' | 'clock'>,
  {
    scope,
    organizationId,
    botId = null,
    userId = null,
    by,
    at,
  }: AskedStop & {
    readonly scope: StopScope;
    readonly organizationId: string | null;
    readonly botId?: string | null;
    readonly userId?: string | null;
  },
): Promise<string> {
  const id = clock.newId();
  const rows = (await run(ask, [id, scope, organizationId, botId, userId, by, at.toISOString()], 'array')) as StoppedRow[];
  const requests = rows.map(
    ([organization, , exchangeAccountId, bot]): DesiredStateSignal => ({
      organizationId: organization,
      exchangeAccountId,
      botId: bot,
    }),
  );
  const news = rows.map(
    ([organization, user, , bot]): LiveSignal => ({
      organizationId: organization,
      userId: user,
      botId: bot,
      changed: ['bot'],
    }),
  );
  await publish(channels.desiredStates, requests);
  await publish(channels.botNews, news);
  return id;
}
