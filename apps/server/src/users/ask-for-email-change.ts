import { randomInt } from 'node:crypto';
import { codeExpiresAt, codeLifetimeMs, verificationCodeFrom } from '@tenbin/accounts';
import type { OrganizationDatabase, User } from '@tenbin/db';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import { takeMailTurn } from '../mails/mail-turns.ts';
import { mailerOfOrganization } from '../mails/mailer.ts';
import { Refusal } from '../route/refusal.ts';

export const purpose = 'changeEmail';

/**
 * Mails a code to a new address; it counts when its owner has entered that.
 *
 * @param andThen - in the same transaction
 * @returns when the next one may be asked for, in seconds
 * @throws {Refusal} `resendTooSoon`
 */
export async function askForEmailChange(
  user: User,
  newEmail: string,
  { organization, deps, audit }: { readonly organization: OrganizationDatabase; readonly deps: ServerContext; readonly audit: AuditNote },
  andThen: (within: OrganizationDatabase) => Promise<unknown> = async () => {},
): Promise<number> {
  const { organizationId } = organization;
  const { id: userId } = user;
  const turn = await takeMailTurn({ email: newEmail, organizationId }, { isWanted: true, deps });
  const seconds = turn.nextInSeconds;
  if (!turn.mayAsk)
    throw new Refusal('resendTooSoon', { facts: { seconds, minutes: Math.ceil(seconds / 60) }, retryAfterSeconds: seconds });

  const code = verificationCodeFrom(randomInt(1_000_000));
  const sentAt = deps.clock.now();
  const mail = await mailerOfOrganization(organizationId, deps);
  await organization.transaction(async (within) => {
    if (!(await within.users.lock(user))) throw new Refusal('wrongPassword');
    const found = await within.users.findByEmail(newEmail);
    const owner = found?.id === userId ? null : found;
    const isMailed = turn.maySend && !owner;
    const codeHash = isMailed ? codeHashOf(deps, userId, code) : '';
    await within.verificationCodes.replace({ userId, purpose, codeHash, target: newEmail, sentAt, expiresAt: codeExpiresAt(sentAt) });
    await mail(within, user, (_urlOf, at, notMeUrl) => ({ template: 'emailChangeAsked', newEmail, at, notMeUrl: notMeUrl() }));
    audit.add({ mailed: turn.maySend });
    await andThen(within);
    if (!turn.maySend) return;
    await mail(within, owner ?? { ...user, email: newEmail }, (urlOf) =>
      owner
        ? { template: 'accountExists', url: urlOf(`/login?${new URLSearchParams({ email: owner.email })}`) }
        : {
            template: 'verificationCode',
            purpose,
            code,
            url: urlOf(`/verify-email?${new URLSearchParams({ email: newEmail, code })}`),
            minutesValid: codeLifetimeMs / 60_000,
          },
    );
  });
  return seconds;
}

/** What of a code is stored: keyed, since six digits alone could be tried out. */
export const codeHashOf = ({ vault }: Pick<ServerContext, 'vault'>, userId: string, code: string): string =>
  vault.fingerprint(`change-email/${userId}/${code}`);
