import { type Broadcast as BroadcastReply, cancelEmail, countBouncingAddresses, getEmail, listEmails, resumeEmail } from '@tenbin/contract';
import type { Broadcast, OrganizationDatabase } from '@tenbin/db';
import { requirePermission } from '../../route/authenticate.ts';
import { type Implementation, implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { queryMoment } from '../../users/listed-user.ts';
import { audienceReply } from './audience.ts';

const handleList = implementForAdministrator(listEmails, async ({ query, actor: { organization } }) => {
  const found = await organization.broadcasts.list({ offset: query.skip, limit: query.limit });
  const emails = await organization.administrators.emailsOf(found.map(({ createdBy }) => createdBy));
  return found.map((broadcast) => summaryOf(broadcast, emails));
});

const handleGet = implementForAdministrator(getEmail, async ({ params, actor: { organization } }) => {
  const broadcast = await requireBroadcast(organization, params.id);
  const [emails, results] = await Promise.all([
    organization.administrators.emailsOf([broadcast.createdBy]),
    organization.broadcasts.results(broadcast),
  ]);
  const { sent, waiting, failed, leftOut } = results;
  return {
    ...summaryOf(broadcast, emails),
    body: broadcast.body,
    results: { sent, waiting, failed: [...failed], leftOut },
    trouble: troubleOf(broadcast),
  };
});

const handleCancel = implementForAdministrator(cancelEmail, async ({ params: { id }, actor: { organization }, deps, audit }) =>
  organization.transaction(async (within) => {
    await requireBroadcast(within, id);
    if (!(await within.broadcasts.cancel(id, deps.clock.now()))) throw new Refusal('emailEnded');
    await audit.storeIn(within);
    return { success: true };
  }),
);

const handleResume = implementForAdministrator(resumeEmail, async ({ params: { id }, actor, deps, audit }) => {
  await actor.organization.transaction(async (within) => {
    const { kind } = await requireBroadcast(within, id);
    if (kind === 'service') requirePermission({ needs: 'serviceMail' }, actor);
    if (!(await within.broadcasts.resume(id, deps.clock.now()))) throw new Refusal('emailNotPaused');
    await audit.storeIn(within);
  });
  await deps.database.jobs.wake('broadcasts');
  return { success: true };
});

const handleCountBounces = implementForAdministrator(countBouncingAddresses, async ({ actor: { organization, organizationId }, deps }) => ({
  count: await organization.userDirectory.count({ isBouncing: true, isBanned: false }, await queryMoment(organizationId, deps)),
}));

async function requireBroadcast({ broadcasts }: Pick<OrganizationDatabase, 'broadcasts'>, id: string): Promise<Broadcast> {
  const found = await broadcasts.find(id);
  if (!found) throw new Refusal('emailNotFound');
  return found;
}

function summaryOf(broadcast: Broadcast, emails: ReadonlyMap<string, string>): Omit<BroadcastReply, 'body' | 'results' | 'trouble'> {
  const { id, kind, state, subject, audience, createdBy, createdAt, sendAt, startedAt, endedAt, recipients } = broadcast;
  return {
    _id: id,
    kind,
    state,
    subject,
    audience: audienceReply(audience),
    createdBy: emails.get(createdBy) ?? null,
    createdAt: createdAt.toISOString(),
    sendAt: sendAt.toISOString(),
    startedAt: startedAt?.toISOString() ?? null,
    endedAt: endedAt?.toISOString() ?? null,
    recipients,
  };
}

function troubleOf({ state, failures, lastError, nextAt }: Broadcast): BroadcastReply['trouble'] {
  if (state === 'paused') return { reason: lastError ?? '', until: null };
  return state === 'sending' && failures > 0 ? { reason: lastError ?? '', until: nextAt.toISOString() } : null;
}

export const followEmailCalls: readonly Implementation[] = [handleList, handleGet, handleCancel, handleResume, handleCountBounces];
