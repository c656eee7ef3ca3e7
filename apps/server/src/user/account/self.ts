import { isAccountInfoComplete, parseActionFlags } from '@tenbin/accounts';
import { calendarMonth, type Period, volumeBar } from '@tenbin/billing';
import {
  getOwnVolumeThisMonth,
  getOwnVolumeUse,
  getSelf,
  patchSelf,
  type RouteOutput,
  type User as UserReply,
  updateSelf,
} from '@tenbin/contract';
import type { UserChanges } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';
import { planStatusOf } from '../../plans/entitlement.ts';
import type { Actor } from '../../route/caller.ts';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { userReplyOf } from '../../users/user-reply-of.ts';

export const handleGetSelf = implement(getSelf, async ({ actor: { organization, userId }, deps }) =>
  userReplyOf(await organization.users.require(userId), { organization, deps }),
);

type Changes = RouteOutput<typeof updateSelf>['body'];

async function change(body: Changes, { actor: { organization, userId }, deps }: { actor: Actor; deps: ServerContext }): Promise<UserReply> {
  const { actionFlags = [], ...fields } = body;
  const parsed = parseActionFlags(actionFlags);
  if (!parsed.ok) throw new Refusal(parsed.code, { facts: parsed.facts });
  const changes = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as UserChanges;
  const user = await organization.transaction(async ({ users }) => {
    const changed = Object.keys(changes).length > 0 ? await users.update(userId, changes) : await users.require(userId);
    let latest = changed;
    const isComplete = isAccountInfoComplete(changed) && !changed.actionFlags.includes('AccountInfoCompleted');
    if (isComplete) latest = await users.addActionFlag(userId, 'AccountInfoCompleted');
    for (const flag of parsed.flags) latest = await users.addActionFlag(userId, flag);
    return latest;
  });
  return userReplyOf(user, { organization, deps });
}

export const handleUpdateSelf = implement(updateSelf, ({ body, actor, deps }) => change(body, { actor, deps }));
export const handlePatchSelf = implement(patchSelf, ({ body, actor, deps }) => change(body, { actor, deps }));

/** The organization's calendar, by which the limit of who has no plan is counted. */
async function monthOf({ organizationId }: Actor, { clock, organizations }: ServerContext): Promise<Period> {
  return calendarMonth(clock.now(), (await organizations.require(organizationId)).settings.timeZone);
}

export const handleGetOwnVolume = implement(getOwnVolumeThisMonth, async ({ actor, deps }) => ({
  volume: Number(await actor.organization.records.volumeOfUser(actor.userId, await monthOf(actor, deps))),
}));

export const handleGetOwnVolumeUse = implement(getOwnVolumeUse, async ({ query, actor, deps }) => {
  const settings = await deps.organizations.require(actor.organizationId);
  const { period, tradingLimit } = (await planStatusOf(actor, settings, deps)).entitlement;
  const { used, limit, rest, percent, level } = volumeBar(
    await actor.organization.records.volumeOfUser(actor.userId, period),
    tradingLimit,
  );
  const month = await monthOf(actor, deps);
  const usedUntil = async (end: Date) =>
    end <= period.start ? 0 : Number(await actor.organization.records.volumeOfUser(actor.userId, { start: period.start, end }));
  return {
    consumption: percent,
    isNearlyUsedUp: level === 'red',
    used: Number(used),
    thisMonth: Number(await actor.organization.records.volumeOfUser(actor.userId, month)),
    monthStart: month.start.toISOString(),
    monthEnd: month.end.toISOString(),
    usedAt: await Promise.all((query.at ?? []).map(usedUntil)),
    limit: limit === null ? null : Number(limit),
    rest: rest === null ? null : Number(rest),
    start: period.start.toISOString(),
    end: period.end.toISOString(),
  };
});
