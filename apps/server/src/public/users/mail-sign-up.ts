import { randomInt } from 'node:crypto';
import { codeExpiresAt, codeLifetimeMs, verificationCodeFrom } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import type { OrganizationDatabase, SignUp, User } from '@tenbin/db';
import type { MailSubject } from '@tenbin/mail';
import type { ServerContext } from '../../context.ts';
import { mailerOf } from '../../mails/mailer.ts';

interface Mailing {
  /** Whose address it is already; null: nobody's. */
  readonly owner: User | null;
  /** Whether a mail may go out. Whoever asked is not told where none may. */
  readonly maySend: boolean;
  readonly brand: Brand;
  readonly deps: ServerContext;
}

/**
 * Gives a sign-up another code and mails it. The owner of an address that is a user's is told that they have an account;
 * then, and where nothing may be sent, no code opens the sign-up, which nobody can tell from one whose code they do not have.
 * Inside a transaction with what it is for.
 */
export async function mailSignUp(within: OrganizationDatabase, signUp: SignUp, { owner, maySend, brand, deps }: Mailing): Promise<void> {
  const at = deps.clock.now();
  const code = verificationCodeFrom(randomInt(1_000_000));
  const codeHash = maySend && !owner ? codeHashOf(deps, signUp.id, code) : null;
  await within.signUps.setCode(signUp.id, { codeHash, codeExpiresAt: codeExpiresAt(at) });
  if (!maySend) return;
  await mailerOf(brand, deps)(within, owner ?? signUp, (urlOf) => (owner ? ownAccount(owner, urlOf) : codeMail(signUp.email, code, urlOf)));
}

/** What of a code is stored: keyed, since six digits alone could be tried out. */
export const codeHashOf = ({ vault }: Pick<ServerContext, 'vault'>, signUpId: string, code: string): string =>
  vault.fingerprint(`verification-code/${signUpId}/${code}`);

type UrlOf = (page: string) => string;

const codeMail = (email: string, code: string, urlOf: UrlOf): MailSubject => ({
  template: 'verificationCode',
  purpose: 'signUp',
  code,
  url: urlOf(`/verify?${new URLSearchParams({ email, code })}`),
  minutesValid: codeLifetimeMs / 60_000,
});

const ownAccount = ({ email }: User, urlOf: UrlOf): MailSubject => ({
  template: 'accountExists',
  url: urlOf(`/login?${new URLSearchParams({ email })}`),
});
