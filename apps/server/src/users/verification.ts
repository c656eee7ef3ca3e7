import { randomInt } from 'node:crypto';
import { codeExpiresAt, codeLifetimeMs, type Language, resendPauseMs, verificationCodeFrom } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import type { OrganizationDatabase, User } from '@tenbin/db';
import { type RenderedMail, renderMail } from '@tenbin/mail';
import type { ServerContext } from '../context.ts';

/** What of a code is stored: keyed, since six digits alone could be tried out. */
export const codeHashOf = ({ vault }: Pick<ServerContext, 'vault'>, userId: string, code: string): string =>
  vault.fingerprint(`verification-code/${userId}/${code}`);

/**
 * Makes a code and puts its mail into the outbox. Inside the transaction of whatever the code is for.
 *
 * @returns false where one was sent within the last minute, perhaps just now: then nothing is sent
 */
export async function sendVerificationCode(
  organization: OrganizationDatabase,
  { user, brand, deps }: { user: Pick<User, 'id' | 'email' | 'language'>; brand: Brand; deps: ServerContext },
): Promise<boolean> {
  const code = verificationCodeFrom(randomInt(1_000_000));
  const sentAt = deps.clock.now();
  const stored = {
    userId: user.id,
    purpose: 'verifyEmail' as const,
    codeHash: codeHashOf(deps, user.id, code),
    target: null,
    sentAt,
    expiresAt: codeExpiresAt(sentAt),
  };
  const unlessSentAfter = new Date(sentAt.getTime() - resendPauseMs);
  if (!(await organization.verificationCodes.replace(stored, { unlessSentAfter }))) return false;
  const url = deps.urlOf(brand, `/verify?${new URLSearchParams({ email: user.email, code })}`);
  const mail = verificationMail({ code, url, language: user.language, brand });
  await organization.mails.put({ to: user.email, at: sentAt, ...mail });
  return true;
}

function verificationMail({ code, url, language, brand }: { code: string; url: string; language: Language; brand: Brand }): RenderedMail {
  const { accent, onAccent } = brand.theme.light;
  return renderMail(
    {
      template: 'verificationCode',
      purpose: 'signUp',
      code,
      url,
      minutesValid: codeLifetimeMs / 60_000,
    },
    { language, brand: { name: brand.name, accent, onAccent, logoUrl: null } },
  );
}
