import { brandOfOrganization, pageOfBrand, type Reached } from '@tenbin/brand';
import type { Database, OrganizationDatabase, User } from '@tenbin/db';
import { type Mailer, mailerOf } from '../mails/mailer.ts';

interface Removal {
  /** A slug. */
  readonly organization: string;
  readonly email: string;
  /** As their owner is told. */
  readonly reason: string;
  readonly at: Date;
}

/**
 * Takes whatever a user has lost beside their password: app, passkeys and recovery codes. Whoever does that has made sure
 * whose account it is. All sessions end, and its owner is told by mail.
 *
 * @returns the user's id; or what there is not
 */
export async function removeFactors(
  { platform, forOrganization }: Database,
  { organization: slug, email, reason, at }: Removal,
  reached: Reached,
): Promise<{ readonly userId: string } | 'noOrganization' | 'noUser' | 'noFactors'> {
  const organization = await platform.organizations.findBySlug(slug);
  if (!organization) return 'noOrganization';
  const brand = brandOfOrganization(organization, reached);
  // Such a mail cannot be switched off, so nothing in it is sealed.
  const vault = {
    seal: (): never => {
      throw new Error('Nothing of this mail is sealed');
    },
  };
  const mail = mailerOf(brand, { clock: { now: () => at }, urlOf: (one, page) => pageOfBrand(one, page, reached), vault });
  const own = forOrganization(organization.id);
  const user = await own.users.findByEmail(email);
  if (!user) return 'noUser';
  const hadSome = await own.transaction((within) => takeOffFactors(within, user, { mail, reason, at }));
  if (!hadSome) return 'noFactors';
  await platform.sessions.endAll({ surface: 'user', subjectId: user.id });
  return { userId: user.id };
}

/**
 * The same inside a transaction; whoever calls ends the sessions after it.
 *
 * @returns false where they have none
 */
export async function takeOffFactors(
  within: OrganizationDatabase,
  user: User,
  { mail, reason, at }: { readonly mail: Mailer; readonly reason: string; readonly at: Date },
): Promise<boolean> {
  const { factors } = within;
  await within.users.lock(user);
  const [authenticator, passkeys, codes] = [
    await factors.findAuthenticator(user.id),
    await factors.listPasskeys(user.id),
    await factors.countRecoveryCodes(user.id),
  ];
  if (!authenticator && passkeys.length === 0 && codes === 0) return false;
  await factors.removeAll(user.id);
  await within.codeTries.forgetAll(user.id);
  await mail(within, user, (urlOf, _at, notMeUrl) => ({
    template: 'factorsRemoved',
    reason,
    at,
    url: urlOf('/account/security'),
    notMeUrl: notMeUrl(),
  }));
  return true;
}
