import { randomInt } from 'node:crypto';
import { codeExpiresAt, codeLifetimeMs, type Language, verificationCodeFrom } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import type { OrganizationDatabase, SignUp, User } from '@tenbin/db';
import { type MailSubject, renderMail } from '@tenbin/mail';
import type { ServerContext } from '../context.ts';

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
  const about = owner ? ownAccount(owner, { brand, deps }) : codeMail(signUp.email, code, { brand, deps });
  const mail = renderMail(about, look(owner?.language ?? signUp.language, brand));
  await within.mails.put({ to: owner?.email ?? signUp.email, at, ...mail });
}

/** What of a code is stored: keyed, since six digits alone could be tried out. */
export const codeHashOf = ({ vault }: Pick<ServerContext, 'vault'>, signUpId: string, code: string): string =>
  vault.fingerprint(`verification-code/${signUpId}/${code}`);

type Addressed = Pick<Mailing, 'brand' | 'deps'>;

const codeMail = (email: string, code: string, { brand, deps }: Addressed): MailSubject => ({
  template: 'verificationCode',
  purpose: 'signUp',
  code,
  url: deps.urlOf(brand, `/verify?${new URLSearchParams({ email, code })}`),
  minutesValid: codeLifetimeMs / 60_000,
});

const ownAccount = ({ email }: User, { brand, deps }: Addressed): MailSubject => ({
  template: 'accountExists',
  url: deps.urlOf(brand, `/login?${new URLSearchParams({ email })}`),
});

function look(language: Language, { name, theme }: Brand) {
  const { accent, onAccent } = theme.light;
  return { language, brand: { name, accent, onAccent, logoUrl: null } };
}
