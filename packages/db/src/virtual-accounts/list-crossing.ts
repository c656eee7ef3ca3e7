import type { BotOrder } from '@tenbin/bots';
import type { TenantContext } from '../database/tenant-context.ts';

/** What is being cancelled may still be met; what is held for no order that was sent was asked for by hand, and will be sent. */
const find = `
  select given.id from jsonb_to_recordset($3::jsonb) as given(id text, pair text, side text, price numeric)
  where exists (select from order_intents o where o.organization_id = $1 and o.exchange_account_id = $2 and o.rank < 3
      and o.pair = given.pair and o.side <> given.side and o.client_order_id <> given.id
      and case given.side when 'buy' then o.price <= given.price else o.price >= given.price end)
    or exists (select from virtual_accounts v, jsonb_each(v.holds) as held(id, terms)
      where v.organization_id = $1 and v.exchange_account_id = $2 and terms ->> 'pair' = given.pair
        and terms ->> 'side' <> given.side and held.id <> given.id
        and case given.side when 'buy' then (terms ->> 'price')::numeric <= given.price else (terms ->> 'price')::numeric >= given.price end
        and not exists (select from order_intents o where o.organization_id = $1 and o.client_order_id = held.id))`;

/** Those of some new orders that would trade with another order of the same exchange account, sent or to be sent. Its books must be locked. */
export async function listCrossing(
  { organizationId, run }: TenantContext,
  exchangeAccountId: string,
  orders: readonly Pick<BotOrder, 'clientOrderId' | 'pair' | 'side' | 'price'>[],
): Promise<string[]> {
  if (orders.length === 0) return [];
  const given = orders.map(({ clientOrderId: id, pair, side, price }) => ({ id, pair, side, price }));
  return ((await run(find, [organizationId, exchangeAccountId, JSON.stringify(given)], 'array')) as [string][]).flat();
}
