import type { Booked, Books, Hold, Movement, VirtualLedger } from '@tenbin/bots';
import type { Balances } from '@tenbin/market';
import { brokenUnique } from '../database/database-error.ts';
import type { TenantContext } from '../database/tenant-context.ts';
import { DbError } from '../db-error.ts';
import type { Changing } from './virtual-accounts.ts';

/** The virtual accounts of an exchange account that are locked, with the id of what none of them has. */
export interface LockedBooks {
  readonly books: Books;
  readonly restId: string;
}

/** Always in this order, so that no two wait for one another. */
const lock = `
  select v.id, v.name is null, s.balances, v.holds, v.owed, v.frozen_at is not null, v.closed_at is not null
  from virtual_accounts v join sub_accounts s on s.organization_id = v.organization_id and s.id = v.id
  where v.organization_id = $1 and v.exchange_account_id = $2 and (v.name is null or v.id = any($3::uuid[]))
  order by v.name is null, v.id for no key update`;

/** Nobody else changes them, nor what is left of their exchange account, until the transaction ends. */
export async function lockBooks(
  { organizationId, run }: TenantContext,
  exchangeAccountId: string,
  ids: readonly string[],
): Promise<LockedBooks> {
  type Row = [string, boolean, Balances, Readonly<Record<string, Hold>>, Balances, boolean, boolean];
  const rows = (await run(lock, [organizationId, exchangeAccountId, ids], 'array')) as Row[];
  const [restId, , rest] = rows.find(([, isRest]) => isRest) ?? [];
  if (!restId || !rest || rows.length !== new Set(ids).size + 1)
    throw new Error(`not all of the virtual accounts ${ids.join(', ')} are there`);
  const ledgers = rows.flatMap(([id, isRest, balances, holds, owed, isFrozen, isClosed]): [string, VirtualLedger][] =>
    isRest ? [] : [[id, { id, balances, holds, owed, isFrozen, isClosed }]],
  );
  return { books: { rest, ledgers: Object.fromEntries(ledgers) }, restId };
}

const write = `
  with moved as (
    insert into movements (organization_id, sub_account_id, cause, entries, pair, trade_id, exchange_order_id, at, counterpart_id, by, reason, reverses)
    select $1, "subAccountId", cause, entries, pair, "tradeId", "exchangeOrderId", $2::timestamptz, "counterpartId", $3, $4, $5::bigint
    from jsonb_to_recordset($6::jsonb) as given("subAccountId" uuid, cause text, entries jsonb, pair text, "tradeId" text, "exchangeOrderId" text, "counterpartId" uuid)),
  given as (
    select * from jsonb_to_recordset($7::jsonb)
      as given(id uuid, balances jsonb, holds jsonb, owed jsonb, "isFrozen" boolean, "isClosed" boolean)),
  kept as (
    update sub_accounts s set balances = given.balances from given where s.organization_id = $1 and s.id = given.id)
  update virtual_accounts v set holds = given.holds, owed = given.owed, version = v.version + 1,
    frozen_at = case when given."isFrozen" then coalesce(v.frozen_at, $2::timestamptz) end,
    closed_at = case when given."isClosed" then coalesce(v.closed_at, $2::timestamptz) end
  from given where v.organization_id = $1 and v.id = given.id`;

/** Stores what became of locked books, with the movements that led there, in one statement. */
export async function writeBooks(
  { organizationId, run, clock }: TenantContext,
  before: LockedBooks,
  { books, movements }: Booked,
  { by, reason = null, reverses }: Changing,
): Promise<void> {
  const changed = Object.values(books.ledgers).filter((ledger) => ledger !== before.books.ledgers[ledger.id]);
  const rest = books.rest === before.books.rest ? [] : [{ id: before.restId, balances: books.rest, holds: {}, owed: {} }];
  if (changed.length === 0 && rest.length === 0) return;
  const rows = movements.map((movement) => rowOf(movement, before));
  const given = [...changed, ...rest].map((ledger) => ({ isFrozen: false, isClosed: false, ...ledger }));
  const values = [organizationId, clock.now().toISOString(), by, reason, reverses ?? null, JSON.stringify(rows), JSON.stringify(given)];
  await run(write, values, 'array').catch((error: unknown) => {
    throw brokenUnique(error) === 'movements_reversed_once' ? new DbError('movementReversed') : error;
  });
}

/** A movement stands with the first of the virtual accounts that it moves, and with the rest where it moves none. */
function rowOf({ cause, entries, fill }: Movement, { books, restId }: LockedBooks) {
  const moved = entries.map(({ account }) => account.split('.', 1)[0] ?? '');
  const [subAccountId = restId, counterpartId = null] = [...new Set(moved)].filter((id) => id in books.ledgers);
  return { subAccountId, counterpartId, cause, entries, ...fill };
}
