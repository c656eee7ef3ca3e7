import { viewUser } from '@tenbin/contract';
import type { User } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';
import { methodsOf, withCode } from '../../factors/use-factor.ts';
import { mailerOfOrganization } from '../../mails/mailer.ts';
import { makeToken } from '../../passwords/secret-token.ts';
import type { Administrator } from '../../route/caller.ts';
import { implementForAdministrator } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { claimSeconds, hashViewToken, viewMinutes } from '../../sessions/session-directory.ts';
import { requireListed } from '../../users/listed-user.ts';

/** Opens the console as its user sees it; what such a session may do is the route layer's to say. */
export const handleViewUser = implementForAdministrator(viewUser, async ({ params, body: { reason, code }, actor, deps, audit }) => {
  const { organization, organizationId, administratorId: holderId, session } = actor;
  const user = await requireListed(params.id, actor, deps);
  audit.because(reason);
  if (user.bannedAt) throw new Refusal('userBanned');
  await requireNoStaff(user, actor, deps);
  const holder = { organization, holderId };
  if ((await methodsOf(holder)).length === 0) throw new Refusal('ownFactorMissing');
  const token = makeToken();
  const at = deps.clock.now();
  const expiresAt = new Date(Math.min(at.getTime() + viewMinutes * 60_000, session.expiresAt.getTime()));
  const mail = await mailerOfOrganization(organizationId, deps);
  await withCode(code, { holder, deps }, (use) =>
    organization.transaction(async (within) => {
      await use(within);
      const view = { userId: user.id, viewerId: holderId, viewerSessionId: session.id, tokenHash: hashViewToken(token), at, expiresAt };
      const viewId = await within.sessions.openView(view);
      if (viewId === null) throw new Refusal('signinRequired');
      audit.add({ viewId });
      await mail(within, user, () => ({ template: 'accountViewed', reason, minutes: viewMinutes, at }));
      await audit.storeIn(within);
    }),
  );
  const brand = deps.tenancy.brandOf(await deps.organizations.require(organizationId));
  // Behind a #, so that it is in no server's log.
  return {
    url: `${deps.urlOf(brand, '/view')}#${token}`,
    openUntil: new Date(at.getTime() + claimSeconds * 1000).toISOString(),
    endsAt: expiresAt.toISOString(),
  };
});

/** Nobody looks on as somebody who manages something under the same address. @throws {Refusal} `userIsStaff` */
async function requireNoStaff({ email }: Pick<User, 'email'>, { organization }: Administrator, { database }: ServerContext): Promise<void> {
  const staff = await Promise.all([organization.administrators.findByEmail(email), database.platform.operators.findByEmail(email)]);
  if (staff.some((member) => member !== null)) throw new Refusal('userIsStaff');
}
