import { checkPassword, cleanEmail, emailFault, type Language, signUpExpiresAt } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import { createUser } from '@tenbin/contract';
import type { OrganizationDatabase } from '@tenbin/db';
import { requireWithin } from '../../limits/limits.ts';
import { takeMailTurn } from '../../mails/mail-turns.ts';
import { hashPassword } from '../../passwords/password-hash.ts';
import { hashToken, makeToken } from '../../passwords/secret-token.ts';
import { implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { organizationVisited } from '../../tenancy/organization-of-input.ts';
import { signedUpReply } from '../../users/reply.ts';
import { requireRoomForUser } from '../../users/require-room.ts';
import { mailSignUp } from './mail-sign-up.ts';

/** Does and answers the same for every address, whoever has it: what is different is mailed. */
export const handleCreateUser = implementPublic(createUser, async ({ body, deps, caller, audit }) => {
  const { organization: owner, brand } = await organizationVisited(body.organization, { deps, caller });
  audit.inOrganization(owner.id);
  if (!brand.features.signUp) throw new Refusal('signUpClosed');
  requireAcceptable(body);
  requireWithin(deps.limits.signUps, caller.address);
  const organization = deps.database.forOrganization(owner.id);
  await requireRoomForUser(owner, organization);
  const referredBy = await findReferrer(organization, { code: body.referralCode, brand });
  const passwordHash = await hashPassword(body.password);
  const language: Language = body.language ?? caller.language;
  const email = cleanEmail(body.email);
  const ticket = makeToken();
  const turn = await takeMailTurn({ email, organizationId: owner.id }, { isWanted: true, deps });
  const createdAt = deps.clock.now();
  const signUp = await organization.transaction(async (within) => {
    const user = await within.users.findByEmail(email);
    const placed = await within.signUps.replace({
      email,
      passwordHash,
      ticketHash: hashToken(ticket),
      language,
      referredBy,
      codeHash: null,
      codeExpiresAt: null,
      createdAt,
      expiresAt: signUpExpiresAt(createdAt),
    });
    if (turn.mayAsk) await mailSignUp(within, placed, { owner: user, maySend: turn.maySend, brand, deps });
    return placed;
  });
  audit.add({ accountId: signUp.id });
  return { ...signedUpReply(signUp, owner), ticket, mailed: turn.mayAsk, resendAfterSeconds: turn.nextInSeconds };
});

/** What somebody new signs in with. @throws {Refusal} `invalidEmail`, `weakPassword` */
function requireAcceptable({ email, password }: { email: string; password: string }): void {
  if (emailFault(email)) throw new Refusal('invalidEmail');
  const check = checkPassword(password);
  if (!check.ok) throw new Refusal(check.code, { facts: check.facts });
}

/**
 * @returns the id of the user whose code was given
 * @throws {Refusal} `referralCodeRequired`, `invalidReferralCode`
 */
async function findReferrer(
  organization: OrganizationDatabase,
  { code = '', brand }: { code: string | undefined; brand: Brand },
): Promise<string | null> {
  const given = code.normalize('NFKC').trim();
  if (!brand.features.affiliate) return null;
  if (given === '' && brand.enableAffiliateCode) throw new Refusal('referralCodeRequired');
  if (given === '') return null;
  const referrer = await organization.users.findByReferralCode(given);
  if (!referrer || referrer.bannedAt) throw new Refusal('invalidReferralCode');
  return referrer.id;
}
