import { cleanEmail, type Language } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import { createUser } from '@tenbin/contract';
import type { OrganizationDatabase } from '@tenbin/db';
import { requireWithin } from '../limits/limits.ts';
import { hashPassword } from '../passwords/password-hash.ts';
import { requireAcceptable } from '../passwords/require-acceptable.ts';
import { implementPublic } from '../route/implement.ts';
import { Refusal } from '../route/refusal.ts';
import { organizationOfInput } from '../tenancy/organization-of-input.ts';
import { userReplyOf } from './user-reply-of.ts';
import { sendVerificationCode } from './verification.ts';

export const handleCreateUser = implementPublic(createUser, async ({ body, deps, caller }) => {
  const { organization: owner, brand } = await organizationOfInput(body.organization, { deps, caller });
  if (!brand.features.signUp) throw new Refusal('signUpClosed');
  requireAcceptable(body);
  requireWithin(deps.limits.signUps, caller.address);
  const organization = deps.database.forOrganization(owner.id);
  const referredBy = await findReferrer(organization, { code: body.referralCode, brand });
  const passwordHash = await hashPassword(body.password);
  const language: Language = body.language ?? caller.language;
  const user = await organization.transaction(async (within) => {
    const created = await within.users.create({ email: cleanEmail(body.email), passwordHash, language, referredBy });
    await sendVerificationCode(within, { user: created, brand, deps });
    return created;
  });
  deps.signals.mailsWaiting();
  return userReplyOf(user, { organization, deps });
});

/**
 * @returns the id of the user whose code was given
 * @throws {Refusal} `referralCodeRequired`, `invalidReferralCode`
 */
async function findReferrer(
  organization: OrganizationDatabase,
  { code = '', brand }: { code: string | undefined; brand: Brand },
): Promise<string | null> {
  const given = code.trim();
  if (given === '' && brand.enableAffiliateCode) throw new Refusal('referralCodeRequired');
  if (given === '') return null;
  const referrer = await organization.users.findByReferralCode(given);
  if (!referrer || referrer.bannedAt) throw new Refusal('invalidReferralCode');
  return referrer.id;
}
