import { claimView } from '@tenbin/contract';
import { implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

/** An administrator's browser takes up what they opened. */
export const handleClaimView = implementPublic(claimView, async ({ body, caller, deps }) => {
  const claimed = await deps.sessions.claimView(body.token, caller);
  if (claimed?.session.organizationId == null) throw new Refusal('viewLinkInvalid');
  const { organizationId, subjectId, expiresAt } = claimed.session;
  const { email } = await deps.database.forOrganization(organizationId).users.require(subjectId);
  return { uniqueKey: claimed.key, email, endsAt: expiresAt.toISOString() };
});
