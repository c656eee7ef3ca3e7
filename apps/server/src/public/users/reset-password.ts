import { checkPassword, cleanEmail, emailFault } from '@tenbin/accounts';
import { resetPassword } from '@tenbin/contract';
import type { OrganizationDatabase, User } from '@tenbin/db';
import type { AuditNote } from '../../audit/auditor.ts';
import type { ServerContext } from '../../context.ts';
import { requireWithin } from '../../limits/limits.ts';
import { forgetMailTurns, forgetResetTurns, takeMailTurn, takeResetTurn } from '../../mails/mail-turns.ts';
import { mailerOf } from '../../mails/mailer.ts';
import { mailResetLink } from '../../passwords/mail-reset-link.ts';
import { hashPassword } from '../../passwords/password-hash.ts';
import { replacePassword } from '../../passwords/replace-password.ts';
import { hashToken } from '../../passwords/secret-token.ts';
import { implementPublic } from '../../route/implement.ts';
import { Refusal } from '../../route/refusal.ts';
import { organizationVisited } from '../../tenancy/organization-of-input.ts';
import type { Tenant } from '../../tenancy/tenancy.ts';

/** Two steps at one path: asking for the link, and coming with its token. */
export const handleResetPassword = implementPublic(resetPassword, async ({ body, deps, caller, audit }) => {
  requireWithin(deps.limits.codes, caller.address);
  const tenant = await organizationVisited(body.organization, { deps, caller });
  audit.inOrganization(tenant.organization.id);
  if (body.token === undefined) await askForLink(body.email ?? '', tenant, { deps, audit });
  else await useLink({ token: body.token, password: body.password }, tenant, { deps, audit });
  return { success: true };
});

interface Surroundings {
  readonly deps: ServerContext;
  readonly audit: AuditNote;
}

/** Whether an address is a user's, and whether it may be mailed again so soon, is told to nobody: not by the time it takes either. */
async function askForLink(given: string, tenant: Tenant, { deps, audit }: Surroundings): Promise<void> {
  const fault = emailFault(given);
  if (fault) throw new Refusal(fault);
  const { users } = deps.database.forOrganization(tenant.organization.id);
  const user = await users.findByEmail(cleanEmail(given));
  if (user) audit.add({ accountId: user.id });
  deps.errands.run('mailResetLink', () => sendLink({ given, user }, tenant, deps));
}

async function sendLink(
  { given, user }: { readonly given: string; readonly user: User | null },
  { organization: { id }, brand }: Tenant,
  deps: ServerContext,
): Promise<void> {
  const mayReset = user !== null && user.bannedAt === null;
  const maySend =
    mayReset && user.verifiedAt
      ? await takeResetTurn({ userId: user.id, organizationId: id }, deps)
      : (await takeMailTurn({ email: given, organizationId: id }, { isWanted: mayReset, deps })).maySend;
  if (!mayReset || !maySend) return;
  const at = deps.clock.now();
  await deps.database.forOrganization(id).transaction(async (within) => {
    if (await within.users.lock(user)) await mailResetLink(within, user, { mail: mailerOf(brand, deps), at });
  });
}

/** The token proves the mailbox, and is used up with the change: of two uses at once one is refused. */
async function useLink(
  { token, password }: { readonly token: string; readonly password: string | undefined },
  { organization: { id }, brand }: Tenant,
  { deps, audit }: Surroundings,
): Promise<void> {
  const organization = deps.database.forOrganization(id);
  const user = await findHolder(organization, { token, now: deps.clock.now() });
  if (!user) throw new Refusal('resetLinkInvalid');
  audit.add({ accountId: user.id });
  if (password === undefined) throw new Refusal('passwordRequired');
  const check = checkPassword(password);
  if (!check.ok) throw new Refusal(check.code, { facts: check.facts });
  const passwordHash = await hashPassword(password);
  const at = deps.clock.now();
  const effects = await organization.transaction(async (within) => {
    const code = { userId: user.id, purpose: 'resetPassword', codeHash: hashToken(token) } as const;
    const isGood = (await within.users.lock(user)) && (await within.verificationCodes.take(code, at));
    if (!isGood) throw new Refusal('resetLinkInvalid');
    const done = await replacePassword(within, { user, passwordHash, at, mail: mailerOf(brand, deps) });
    if (!done) throw new Refusal('resetLinkInvalid');
    // Whoever guessed at codes had the password that was.
    await within.codeTries.liftLocks(user.id);
    return done;
  });
  await deps.sessions.endAllOf({ surface: 'user', subjectId: user.id });
  await forgetMailTurns({ email: user.email, organizationId: id }, deps);
  await forgetResetTurns({ userId: user.id, organizationId: id }, deps);
  audit.add({ ...effects });
}

async function findHolder(
  { verificationCodes, users }: OrganizationDatabase,
  { token, now }: { readonly token: string; readonly now: Date },
): Promise<User | null> {
  const code = await verificationCodes.findByHash('resetPassword', hashToken(token));
  if (!code || now >= code.expiresAt) return null;
  const user = await users.require(code.userId);
  return user.bannedAt === null ? user : null;
}
