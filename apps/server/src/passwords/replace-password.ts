import type { OrganizationDatabase, User } from '@tenbin/db';
import type { Mailer } from '../mails/mailer.ts';

/** What comes of a new password beside itself. */
export interface PasswordEffects {
  /** Those that ran, or were wanted to. */
  readonly stoppedBots: number;
  readonly removedApiKeys: number;
}

/**
 * A new password in the place of the old: whoever knew that one may have started bots and entered keys, so all bots stop
 * and no stored key starts one again; their passkey, if one is there, signs nobody in without the new password. Inside a transaction; whoever calls ends the sessions after it.
 *
 * @param given - `user`: as they were found when they proved themselves; `mail`: null where they are told otherwise
 * @returns null where their password was changed meanwhile: then nothing is done
 */
export async function replacePassword(
  within: OrganizationDatabase,
  { user, passwordHash, at, mail }: { readonly user: User; readonly passwordHash: string; readonly at: Date; readonly mail: Mailer | null },
): Promise<PasswordEffects | null> {
  const { users, exchangeAccounts, factors, stops, verificationCodes } = within;
  const { id: userId } = user;
  if (!(await users.replacePassword(user, passwordHash))) return null;
  await verificationCodes.removeAll(userId);
  await factors.askPasswordAgain(userId);
  const removedApiKeys = await exchangeAccounts.withdrawKeys(userId, at);
  const stopId = await stops.ask({ scope: 'user', userId }, { by: userId, at });
  await exchangeAccounts.eraseWithdrawn();
  const stop = await stops.find(stopId);
  if (mail)
    await mail(within, user, (urlOf, _at, notMeUrl) => ({
      template: 'passwordChanged',
      at,
      stopsBots: true,
      url: urlOf('/forgot-password'),
      notMeUrl: notMeUrl(),
    }));
  return { stoppedBots: stop?.botCount ?? 0, removedApiKeys };
}
