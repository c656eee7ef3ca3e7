import { claimView } from '@tenbin/contract';
import { requireWithin } from '../../limits/limits.ts';
import { requireViewer } from '../../route/authenticate.ts';
import { implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

/** An administrator's browser takes up what they opened. */
export const handleClaimView = implementPublic(claimView, async ({ body: { token }, caller, deps, audit }) => {
  requireWithin(deps.limits.codes, caller.address);
  const session = await deps.sessions.findView(token);
  if (session?.organizationId == null) throw new Refusal('viewLinkInvalid');
  const { organizationId, subjectId, expiresAt } = session;
  audit.inOrganization(organizationId);
  audit.by(session);
  requireViewer(session);
  return deps.database.forOrganization(organizationId).transaction(async (within) => {
    const uniqueKey = await deps.sessions.claimViewWithin(within, { session, token }, caller);
    if (uniqueKey === null) throw new Refusal('viewLinkInvalid');
    const { email } = await within.users.require(subjectId);
    await audit.storeIn(within);
    return { uniqueKey, email, endsAt: expiresAt.toISOString() };
  });
});
