import { checkNewPassword } from '@tenbin/accounts';
import { changePassword } from '@tenbin/contract';
import { mailerOfOrganization } from '../../mails/mailer.ts';
import { hashPassword } from '../../passwords/password-hash.ts';
import { replacePassword } from '../../passwords/replace-password.ts';
import { requireOwnPassword } from '../../passwords/require-own-password.ts';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';

export const handleChangePassword = implement(changePassword, async ({ body, actor, deps, caller, audit }) => {
  const user = await requireOwnPassword(body.password, { actor, deps, caller });
  const check = checkNewPassword(body.newPassword, { isCurrent: body.newPassword === body.password });
  if (!check.ok) throw new Refusal(check.code, { facts: check.facts });
  const { userId, session } = actor;
  const passwordHash = await hashPassword(body.newPassword);
  const mail = await mailerOfOrganization(actor.organizationId, deps);
  const effects = await actor.organization.transaction(async (within) => {
    const replaced = await replacePassword(within, { user, passwordHash, at: deps.clock.now(), mail });
    if (!replaced) throw new Refusal('wrongPassword');
    await deps.sessions.endAllWithin(within, { surface: 'user', subjectId: userId }, { exceptId: session.id });
    return replaced;
  });
  audit.add({ ...effects });
  return { success: true, ...effects };
});
