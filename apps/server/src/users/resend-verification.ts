import { checkResend, emailFault, resendPauseMs } from '@tenbin/accounts';
import { resendVerification } from '@tenbin/contract';
import { requireWithin } from '../limits/limits.ts';
import { implementPublic } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { organizationOfInput } from '../tenancy/organization-of-input.ts';
import { sendVerificationCode } from './verification.ts';

/** Answers alike whether the address is registered, verified or unknown. */
export const handleResendVerification = implementPublic(resendVerification, async ({ body, deps, caller }) => {
  if (emailFault(body.email)) throw new Refusal('invalidEmail');
  const { organization: owner, brand } = await organizationOfInput(body.organization, { deps, caller });
  requireWithin(deps.limits.codes, caller.address);
  const organization = deps.database.forOrganization(owner.id);
  const user = await organization.users.findByEmail(body.email.trim());
  if (!user || user.verifiedAt) {
    refuseTooSoon(deps.limits.resends.take(`${owner.id} ${body.email.trim().toLowerCase()}`));
    return { success: true };
  }

  const last = await organization.verificationCodes.find(user.id, 'verifyEmail');
  const pause = checkResend(last?.sentAt ?? null, deps.clock.now());
  if (!pause.ok) refuseTooSoon(Number(pause.facts.seconds));
  const isSent = await organization.transaction((within) => sendVerificationCode(within, { user, brand, deps }));
  if (!isSent) refuseTooSoon(resendPauseMs / 1000);
  deps.signals.mailsWaiting();
  return { success: true };
});

/** @throws {Refusal} `resendTooSoon` */
function refuseTooSoon(seconds: number): void {
  if (seconds > 0) throw new Refusal('resendTooSoon', { facts: { seconds }, retryAfterSeconds: seconds });
}
