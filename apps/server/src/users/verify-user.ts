import { judgeCode, parseVerificationCode } from '@tenbin/accounts';
import { verifyUser } from '@tenbin/contract';
import { requireWithin } from '../limits/limits.ts';
import { implementPublic } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { organizationOfInput } from '../tenancy/organization-of-input.ts';
import { signedInReply } from './user-reply-of.ts';
import { codeHashOf } from './verification.ts';

const purpose = 'verifyEmail';

export const handleVerifyUser = implementPublic(verifyUser, async ({ body, deps, caller }) => {
  requireWithin(deps.limits.codes, caller.address);
  const { organization: owner } = await organizationOfInput(body.organization, { deps, caller });
  const organization = deps.database.forOrganization(owner.id);
  const user = await organization.users.findByEmail(body.email.trim());
  if (!user) throw new Refusal('verificationCodeExpired');
  if (user.verifiedAt) throw new Refusal('alreadyVerified');

  const code = parseVerificationCode(body.code);
  const sent = await organization.verificationCodes.countTry(user.id, purpose);
  const matches = code !== null && sent?.codeHash === codeHashOf(deps, user.id, code);
  const verdict = judgeCode(sent, { matches, now: deps.clock.now() });
  if (!verdict.ok) throw new Refusal(verdict.code, { facts: verdict.facts });

  if (user.bannedAt) throw new Refusal('userBanned');
  const isFirst = await organization.verificationCodes.remove(user.id, purpose);
  if (!isFirst) throw new Refusal('alreadyVerified');
  const verified = await organization.users.update(user.id, { verifiedAt: deps.clock.now() });
  return signedInReply(verified, { organization, deps });
});
