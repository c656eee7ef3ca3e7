import { cleanEmail, judgeCode, parseVerificationCode } from '@tenbin/accounts';
import { type RouteOutput, verifyUser } from '@tenbin/contract';
import type { SignUp, User } from '@tenbin/db';
import type { AuditNote } from '../../audit/auditor.ts';
import type { ServerContext } from '../../context.ts';
import { requireWithin } from '../../limits/limits.ts';
import { forgetMailTurns } from '../../mails/mail-turns.ts';
import { linkWithPartner } from '../../partners/link-with-partner.ts';
import { isToken } from '../../passwords/secret-token.ts';
import type { Caller } from '../../route/caller.ts';
import { implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { organizationVisited } from '../../tenancy/organization-of-input.ts';
import { requireRoomForUser, requireRoomNow } from '../../users/require-room.ts';
import { signedInReply } from '../../users/user-reply-of.ts';
import { codeHashOf } from './mail-sign-up.ts';
import { whosePassword } from './whose-password.ts';

/**
 * The code proves the mailbox, the ticket or the password proves who signed up: only both together make a user. Without
 * the second no code is looked at, no try counted, and nothing told of the address.
 */
export const handleVerifyUser = implementPublic(verifyUser, async ({ body, deps, caller, audit }) => {
  requireWithin(deps.limits.codes, caller.address);
  const { organization: owner } = await organizationVisited(body.organization, { deps, caller });
  audit.inOrganization(owner.id);
  const organization = deps.database.forOrganization(owner.id);
  const signUp = await requireProof(body, { organizationId: owner.id, deps, caller, audit });
  audit.add({ accountId: signUp.id });

  const code = parseVerificationCode(body.code);
  const tried = await organization.signUps.countTry(signUp.id);
  const matches = code !== null && tried?.codeHash === codeHashOf(deps, signUp.id, code);
  const sent = tried?.codeExpiresAt ? { tries: tried.tries, expiresAt: tried.codeExpiresAt } : null;
  const verdict = judgeCode(sent, { matches, now: deps.clock.now() });
  if (!verdict.ok) throw new Refusal(verdict.code, { facts: verdict.facts });

  // A partner is told of nobody for whom there is no room.
  await requireRoomForUser(await organization.organization(), organization);
  await linkWithPartner({ organization: owner.slug, userId: signUp.id, email: signUp.email }, deps);
  const user = await organization.transaction(async (within): Promise<User> => {
    // Used, replaced or too old since it was looked at.
    if (!(await within.signUps.remove(signUp.id))) throw new Refusal('verificationCodeExpired');
    await requireRoomNow(within);
    const { id, email, passwordHash, language, referredBy } = signUp;
    return within.users.create({ id, email, passwordHash, language, referredBy, verifiedAt: deps.clock.now() });
  });
  await forgetMailTurns({ email: user.email, organizationId: owner.id }, deps);
  return signedInReply(user, { organization, deps, caller });
});

/** @throws {Refusal} `passwordRequired`, `emailOrPassword`, and what is told to a user only: `alreadyVerified`, `userBanned` */
async function requireProof(
  { email, ticket, password }: RouteOutput<typeof verifyUser>['body'],
  { organizationId, deps, caller, audit }: { organizationId: string; deps: ServerContext; caller: Caller; audit: AuditNote },
): Promise<SignUp> {
  const { signUps } = deps.database.forOrganization(organizationId);
  const known = await signUps.findByEmail(cleanEmail(email), deps.clock.now());
  if (known && isToken(ticket, known.ticketHash)) return known;
  if (password === undefined) throw new Refusal('passwordRequired');
  const somebody = await whosePassword({ email, password }, { organizationId, deps, caller, audit });
  if (somebody.kind === 'signUp') return somebody.signUp;
  throw new Refusal(somebody.user.bannedAt ? 'userBanned' : 'alreadyVerified');
}
