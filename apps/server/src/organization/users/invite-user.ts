import { cleanEmail, emailFault, userInvitationDays, userInvitationExpiresAt } from '@tenbin/accounts';
import { freeSubscription, isOnOffer } from '@tenbin/billing';
import { inviteUser } from '@tenbin/contract';
import type { OrganizationDatabase, User } from '@tenbin/db';
import { type Mailer, mailerOfOrganization } from '../../mails/mailer.ts';
import { hashToken, makeToken } from '../../passwords/secret-token.ts';
import { implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { listedUserReply, requireListed } from '../../users/listed-user.ts';
import { requireRoomNow } from '../../users/require-room.ts';

/** No password is chosen for somebody: until they choose one nobody can sign in as them. */
export const handleInviteUser = implementForAdministrator(inviteUser, async ({ body, actor, deps, audit }) => {
  const email = cleanEmail(body.email);
  const fault = emailFault(email);
  if (fault) throw new Refusal(fault);
  const { organization, organizationId } = actor;
  const now = deps.clock.now();
  const mail = await mailerOfOrganization(organizationId, deps);
  const { settings } = await deps.organizations.require(organizationId);
  const { id } = await organization.transaction(async (within) => {
    const { firstName = null, lastName = null, language = 'ja' } = body;
    await requireRoomNow(within);
    const made = await within.users.create({ email, passwordHash: '', firstName, lastName, language });
    if (body.isAffiliate) await within.users.update(made.id, { isAffiliate: true });
    if (body.planId !== undefined) {
      const plan = await within.userPlans.find(body.planId);
      if (!plan || !isOnOffer(plan, now)) throw new Refusal('userPlanNotFound', { facts: { id: body.planId } });
      const given = freeSubscription(plan, null, { id: within.newId(), userId: made.id, now, timeZone: settings.timeZone });
      await within.subscriptions.create({ ...given, source: 'gift' }, null);
      audit.add({ planName: plan.name });
    }
    await mailInvitation(within, made, { mail, at: now });
    audit.add({ userId: made.id });
    await audit.storeIn(within);
    return made;
  });
  return listedUserReply(await requireListed(id, actor, deps));
});

/** Mails somebody what they choose their first password with, once. Inside a transaction. */
export async function mailInvitation(
  within: OrganizationDatabase,
  user: User,
  { mail, at }: { readonly mail: Mailer; readonly at: Date },
): Promise<void> {
  const token = makeToken();
  const code = { userId: user.id, purpose: 'resetPassword', codeHash: hashToken(token), target: null } as const;
  await within.verificationCodes.replace({ ...code, sentAt: at, expiresAt: userInvitationExpiresAt(at) });
  // Behind a #, so that it is in no server's log.
  await mail(within, user, (urlOf) => ({
    template: 'userInvitation',
    url: `${urlOf('/reset-password')}#${token}`,
    daysValid: userInvitationDays,
  }));
}
