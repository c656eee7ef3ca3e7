import { sql as fragment, type SQL } from 'drizzle-orm';
import { bots, stops } from '../schema/bots.ts';
import { exchangeAccounts } from '../schema/exchange-accounts.ts';
import { users } from '../schema/users.ts';

/**
 * That no stop of a bot was asked for after a moment: by its user, or of a scope that the bot belongs to. Nor is its user
 * suspended, or the key withdrawn: who is being suspended just now is waited for.
 */
export function notStoppedSince(at: Date): SQL {
  const moment = fragment`${at.toISOString()}::timestamptz`;
  const itsStops = fragment`select from ${stops} where ${stops.organizationId} = ${bots.organizationId} and ${stops.askedAt} > ${moment}
    and coalesce(${stops.subjectId} in (${bots.id}, coalesce(${bots.userId}, ${bots.id})), true)`;
  const itsUser = fragment`select from ${users} where ${users.organizationId} = ${bots.organizationId} and ${users.id} = ${bots.userId}
    and ${users.bannedAt} is null for share`;
  const itsKey = fragment`select from ${exchangeAccounts} where ${exchangeAccounts.organizationId} = ${bots.organizationId}
    and ${exchangeAccounts.id} = ${bots.exchangeAccountId} and ${exchangeAccounts.withdrawnAt} is null for share`;
  return fragment`(${bots.active} or ${bots.requestedAt} is null or ${bots.requestedAt} <= ${moment}) and not exists (${itsStops}) and (${bots.userId} is null or exists (${itsUser}))
    and exists (${itsKey})`;
}
