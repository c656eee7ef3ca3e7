import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { brokenPasswordRules, cleanEmail, emailFault } from '@tenbin/accounts';
import type { Reached } from '@tenbin/brand';
import type { Database } from '@tenbin/db';
import { type Holder, hashPassword, passwordHolders, removeFactors } from '@tenbin/server';
import { noteAct } from '../command-line/note-act.ts';

export const usage = `npm run operator -- create <e-mail>     makes the first operator
npm run operator -- create <e-mail> --another    one more; with --observer one who looks and changes nothing
npm run operator -- password <e-mail>   gives an operator a new password and ends their sessions
npm run operator -- password <e-mail> --administrator-of <slug>   the same for an administrator of an organization
npm run operator -- password <e-mail> --user-of <slug>            the same for a user of one, as a former trial's
npm run operator -- remove-factors <e-mail> --user-of <slug> --reason <text>   for a user who lost their app, passkeys and recovery codes

A password is made and shown once; with --password-stdin it is read from standard input instead.
DATABASE_URL or DATA_DIR say which database, as for npm start. The embedded database must not be in use.
`;

interface Given {
  readonly database: Database;
  /** Everything on standard input. */
  readonly readPassword: () => Promise<string>;
  /** How a brand's pages are reached, for what is mailed. */
  readonly readReached: () => Promise<Reached>;
}

/**
 * Does what the arguments say.
 *
 * @returns what to tell whoever called: the only place where a password that was made is shown
 * @throws {Error} in words for them
 */
export async function workOnOperators(args: readonly string[], given: Given): Promise<string> {
  const { database, readPassword } = given;
  if (args[0] === 'remove-factors') return removeLostFactors(args.slice(1), given);
  const { command, email, holder, another, role, readsPassword } = readArguments(args);
  const { operators } = database.platform;
  const holders = await passwordHolders(database, holder);
  if (!holders) throw new Error(`There is no organization '${holder.organization}'.`);
  const known = await holders.findByEmail(email);
  if (command === 'create' && known) throw new Error(`${email} is an operator already.`);
  if (command === 'create' && !another && (await operators.count()) > 0)
    throw new Error('There is an operator already. Add --another to make one more.');
  if (command === 'password' && !known) throw new Error(`${email} is no ${nameOf(holder)}.`);

  const password = readsPassword ? (await readPassword()).replace(/\r?\n$/, '') : makePassword();
  const broken = brokenPasswordRules(password);
  if (broken.length > 0)
    throw new Error(`The password must have 8 to 49 characters, an upper case letter, a lower case letter and a digit.`);
  const passwordHash = await hashPassword(password);
  if (known) {
    await holders.setPassword(known.id, passwordHash);
    await noteAct(database, actions[holder.role], { [`${holder.role}Id` as const]: known.id } as Partial<
      Record<`${typeof holder.role}Id`, string>
    >);
  } else {
    const { id } = await operators.create({ email, passwordHash, role });
    await noteAct(database, 'createOperator', { operatorId: id });
  }
  const done = known ? `${email} has a new password.` : `${email} is an ${role} now.`;
  return readsPassword ? done : `${done} Password, shown this once: ${password}`;
}

const maxReason = 200;

/** @throws {Error} in words for whoever called */
async function removeLostFactors(args: readonly string[], { database, readReached }: Given): Promise<string> {
  const options = { 'user-of': { type: 'string' }, reason: { type: 'string' } } as const;
  const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [address = '', ...rest] = positionals;
  const { 'user-of': organization, reason = '' } = values;
  if (organization === undefined || rest.length > 0) throw new Error(usage);
  if (emailFault(address)) throw new Error(`'${address}' is no e-mail address.`);
  if (reason.trim() === '' || reason.length > maxReason)
    throw new Error(`--reason must say why, in ${maxReason} characters at most: its owner is told.`);
  const email = cleanEmail(address);
  const removal = { organization, email, reason: reason.trim(), at: new Date() };
  const done = await removeFactors(database, removal, await readReached());
  if (done === 'noOrganization') throw new Error(`There is no organization '${organization}'.`);
  if (done === 'noUser') throw new Error(`${email} is no user of '${organization}'.`);
  if (done === 'noFactors') throw new Error(`${email} has no second factor.`);
  await noteAct(database, 'removeFactors', { userId: done.userId, reason: removal.reason });
  return `${email} signs in with the password alone now, and is told so by mail. All of their sessions have ended.`;
}

const actions = { operator: 'setOperatorPassword', administrator: 'setAdministratorPassword', user: 'setUserPassword' } as const;

const nameOf = ({ role, organization }: Holder): string => (organization === null ? role : `${role} of '${organization}'`);

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      another: { type: 'boolean', default: false },
      observer: { type: 'boolean', default: false },
      'password-stdin': { type: 'boolean', default: false },
      'administrator-of': { type: 'string' },
      'user-of': { type: 'string' },
    },
    allowPositionals: true,
  });
  const [command, given = '', ...rest] = positionals;
  if ((command !== 'create' && command !== 'password') || rest.length > 0) throw new Error(usage);
  if (values.observer && !(command === 'create' && values.another)) throw new Error(usage);
  if (emailFault(given)) throw new Error(`'${given}' is no e-mail address.`);
  const { 'administrator-of': administratorOf, 'user-of': userOf } = values;
  const isOfOrganization = administratorOf !== undefined || userOf !== undefined;
  if (isOfOrganization && (command === 'create' || (administratorOf !== undefined && userOf !== undefined))) throw new Error(usage);
  const holder: Holder = isOfOrganization
    ? { role: userOf === undefined ? 'administrator' : 'user', organization: userOf ?? administratorOf ?? null }
    : { role: 'operator', organization: null };
  return {
    command,
    email: cleanEmail(given),
    holder,
    another: values.another,
    role: values.observer ? ('observer' as const) : ('operator' as const),
    readsPassword: values['password-stdin'],
  };
}

const kinds = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'];

/** Sixteen characters without look-alikes, of each kind that the rules ask for. */
function makePassword(): string {
  const pick = (from: string): string => from.charAt(randomInt(from.length));
  const all = kinds.join('');
  for (;;) {
    const password = Array.from({ length: 16 }, () => pick(all)).join('');
    if (brokenPasswordRules(password).length === 0) return password;
  }
}
