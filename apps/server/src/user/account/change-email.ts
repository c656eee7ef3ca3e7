import { cleanEmail, emailFault, isSameEmail, judgeCode, parseVerificationCode } from '@tenbin/accounts';
import { changeEmail, verifyEmail } from '@tenbin/contract';
import { beginCodeTry } from '../../factors/begin-code-try.ts';
import { requireWithin } from '../../limits/limits.ts';
import { forgetMailTurns } from '../../mails/mail-turns.ts';
import { mailerOfOrganization } from '../../mails/mailer.ts';
import { requireOwnPassword } from '../../passwords/require-own-password.ts';
import { implement } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { askForEmailChange, codeHashOf, purpose } from '../../users/ask-for-email-change.ts';
import { newSessionReply } from '../../users/user-reply-of.ts';

/** Answers alike for an address that is another user's: then its owner is told by mail, and no code opens anything. */
export const handleChangeEmail = implement(changeEmail, async ({ body, actor, deps, caller, audit }) => {
  const { organization } = actor;
  if (!body.password) throw new Refusal('passwordRequired');
  const user = await requireOwnPassword(body.password, { actor, deps, caller });
  if (!isSameEmail(body.email, user.email)) throw new Refusal('emailNotCurrent');
  const newEmail = cleanEmail(body.newEmail);
  if (emailFault(newEmail)) throw new Refusal('invalidEmail');
  if (newEmail === user.email) throw new Refusal('currentlyUsedEmail');
  const seconds = await askForEmailChange(user, newEmail, { organization, deps, audit });
  return { success: true, resendAfterSeconds: seconds };
});

/** The session proves whose account it is, the code that they read the new address's mail. */
export const handleVerifyEmail = implement(verifyEmail, async ({ body, actor, deps, caller }) => {
  requireWithin(deps.limits.codes, caller.address);
  const { organization, organizationId, userId } = actor;
  const before = await organization.users.require(userId);
  const expected = await organization.verificationCodes.find(userId, purpose);
  if (expected?.target && !isSameEmail(expected.target, body.newEmail)) throw new Refusal('emailNotExpected');
  const code = parseVerificationCode(body.code);
  const guess = expected && (await beginCodeTry({ organization, holderId: userId }, purpose, deps));
  const tried = await organization.verificationCodes.countTry(userId, purpose);
  const matches = code !== null && tried?.codeHash === codeHashOf(deps, userId, code);
  const at = deps.clock.now();
  const verdict = judgeCode(tried, { matches, now: at });
  await guess?.end(verdict.ok);
  if (!verdict.ok) throw new Refusal(verdict.code, { facts: verdict.facts });
  const newEmail = tried?.target;
  if (!tried || !newEmail) throw new Refusal('verificationCodeExpired');

  const mail = await mailerOfOrganization(organizationId, deps);
  const user = await organization.transaction(async (within) => {
    // Used or replaced since it was looked at, or not theirs any more.
    const isGood = (await within.users.lock(before)) && (await within.verificationCodes.take(tried, at));
    if (!isGood) throw new Refusal('verificationCodeExpired');
    await within.verificationCodes.remove(userId, 'resetPassword');
    const changed = await within.users.update(userId, { email: newEmail, verifiedAt: at });
    await mail(within, before, (_urlOf, _at, notMeUrl) => ({ template: 'emailChanged', newEmail, at, notMeUrl: notMeUrl() }));
    await deps.sessions.endAllWithin(within, { surface: 'user', subjectId: userId });
    return changed;
  });
  await forgetMailTurns({ email: newEmail, organizationId }, deps);
  return newSessionReply(user, { organization, deps, caller });
});
