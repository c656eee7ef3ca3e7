import { cleanEmail, emailFault } from '@tenbin/accounts';
import { resendVerification } from '@tenbin/contract';
import { requireWithin } from '../../limits/limits.ts';
import { takeMailTurn } from '../../mails/mail-turns.ts';
import { implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { organizationVisited } from '../../tenancy/organization-of-input.ts';
import { mailSignUp } from './mail-sign-up.ts';

/** Answers alike whether the address is registered, verified or unknown. */
export const handleResendVerification = implementPublic(resendVerification, async ({ body, deps, caller, audit }) => {
  if (emailFault(body.email)) throw new Refusal('invalidEmail');
  const { organization: owner, brand } = await organizationVisited(body.organization, { deps, caller });
  audit.inOrganization(owner.id);
  requireWithin(deps.limits.codes, caller.address);
  const organization = deps.database.forOrganization(owner.id);
  const email = cleanEmail(body.email);
  const signUp = await organization.signUps.findByEmail(email, deps.clock.now());
  const turn = await takeMailTurn({ email, organizationId: owner.id }, { isWanted: signUp !== null, deps });
  const seconds = turn.nextInSeconds;
  if (!turn.mayAsk)
    throw new Refusal('resendTooSoon', { facts: { seconds, minutes: Math.ceil(seconds / 60) }, retryAfterSeconds: seconds });
  if (signUp) {
    audit.add({ accountId: signUp.id });
    await organization.transaction(async (within) =>
      mailSignUp(within, signUp, { owner: await within.users.findByEmail(email), maySend: turn.maySend, brand, deps }),
    );
  }
  return { success: true, resendAfterSeconds: seconds };
});
