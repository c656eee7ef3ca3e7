import type { OrganizationDatabase, User } from '@tenbin/db';
import { type Action, namedFacts } from '@tenbin/messages';
import type { ServerContext } from '../../context.ts';
import { forgetResetTurns } from '../../mails/mail-turns.ts';
import { mailerOfOrganization } from '../../mails/mailer.ts';
import { mailResetLink } from '../../passwords/mail-reset-link.ts';
import { hashPassword } from '../../passwords/password-hash.ts';
import { replacePassword } from '../../passwords/replace-password.ts';
import { hashToken, makeToken } from '../../passwords/secret-token.ts';
import type { Caller } from '../../route/caller.ts';

interface Given {
  readonly organization: OrganizationDatabase;
  readonly token: string;
  readonly deps: ServerContext;
}

/** Whose link it is, and which mailbox got it. @returns null where it opens nothing any more */
export async function findMailed({ organization, token, deps }: Given): Promise<{ readonly user: User; readonly email: string } | null> {
  const link = await organization.notMeLinks.find(hashToken(token), deps.clock.now());
  const user = link && (await organization.users.find(link.userId));
  return link && user && user.bannedAt === null ? { user, email: link.email } : null;
}

/**
 * Takes an account back for whoever reads the mailbox that got the link: nobody is signed in any more and no password opens
 * it, bots stop, stored API keys and links are worth nothing, and that mailbox gets a link for a new password. An address
 * that took its place goes. Second factors stay: a mailbox alone takes none of them off.
 *
 * @returns false where the link opens nothing any more, or another user has its address
 */
export async function secureAccount({ organization, token, deps, caller }: Given & { readonly caller: Caller }): Promise<boolean> {
  const mailed = await findMailed({ organization, token, deps });
  if (!mailed) return false;
  const { user, email } = mailed;
  const { organizationId } = organization;
  const passwordHash = await hashPassword(makeToken());
  const mail = await mailerOfOrganization(organizationId, deps);
  const at = deps.clock.now();
  const isSecured = await organization.transaction(async (within) => {
    if (!(await within.users.lock(user))) return false;
    const owner = await within.users.findByEmail(email);
    if (owner && owner.id !== user.id) return false;
    if (!(await within.notMeLinks.take({ tokenHash: hashToken(token), userId: user.id }, at))) return false;
    const effects = await replacePassword(within, { user, passwordHash, at, mail: null });
    if (!effects) return false;
    const restored = await within.users.update(user.id, { email, verifiedAt: at });
    if (!owner) await mail(within, user, () => ({ template: 'emailChanged', newEmail: email, at }));
    await within.codeTries.liftLocks(user.id);
    await deps.sessions.endAllWithin(within, { surface: 'user', subjectId: user.id });
    await mailResetLink(within, restored, { mail, at });
    const { address: network, agent } = caller;
    const facts = namedFacts({ accountId: user.id, ...effects, restoredAddress: !owner });
    await within.audit.append({
      at,
      actor: 'visitor',
      actorId: null,
      action: 'secureAccount' satisfies Action,
      refusal: null,
      network,
      agent,
      facts,
    });
    return true;
  });
  if (!isSecured) return false;
  await forgetResetTurns({ userId: user.id, organizationId }, deps);
  return true;
}
