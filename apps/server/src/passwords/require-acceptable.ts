import { checkPassword, emailFault } from '@tenbin/accounts';
import { Refusal } from '../route/refusal.ts';

/** What somebody new signs in with. @throws {Refusal} `invalidEmail`, `weakPassword` */
export function requireAcceptable({ email, password }: { email: string; password: string }): void {
  if (emailFault(email)) throw new Refusal('invalidEmail');
  const check = checkPassword(password);
  if (!check.ok) throw new Refusal(check.code, { facts: check.facts });
}
