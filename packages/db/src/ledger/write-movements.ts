import { heldAfter, isOfSameCurrencies, movementsOf } from '@tenbin/bots';
import type { Progress } from '../bots/bot-journal.ts';
import type { LockedBot } from '../bots/write-bot.ts';
import type { TenantContext } from '../database/tenant-context.ts';

/** As text, since a fill writes it. */
const write = `
  with moved as (
    insert into movements (organization_id, sub_account_id, cause, entries, pair, trade_id, exchange_order_id, at)
    select $1, $2, cause, entries, pair, "tradeId", "exchangeOrderId", $3::timestamptz
    from jsonb_to_recordset($4::jsonb) as given(cause text, entries jsonb, pair text, "tradeId" text, "exchangeOrderId" text))
  update sub_accounts set balances = $5::jsonb where organization_id = $1 and id = $2`;

/** What a step does to the bot's sub-account, in one statement; the bot must be locked. */
export async function writeMovements({ organizationId, run, clock }: TenantContext, bot: LockedBot, progress: Progress): Promise<void> {
  const { id, balances } = bot.subAccount;
  const moved = movementsOf(id, balances, progress);
  const after = heldAfter(balances, progress);
  if (moved.length === 0 && isOfSameCurrencies(after, balances)) return;
  const rows = moved.map(({ cause, entries, fill }) => ({ cause, entries, ...fill }));
  await run(write, [organizationId, id, clock.now().toISOString(), JSON.stringify(rows), JSON.stringify(after)], 'array');
}
