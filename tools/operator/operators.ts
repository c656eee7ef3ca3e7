import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { brokenPasswordRules, cleanEmail, emailFault } from '@tenbin/accounts';
import type { Database } from '@tenbin/db';
import { hashPassword } from '@tenbin/server';
import { noteAct } from '../command-line/note-act.ts';

export const usage = `npm run operator -- create <e-mail>     makes the first operator
npm run operator -- create <e-mail> --another    one more
npm run operator -- password <e-mail>   gives an operator a new password and ends their sessions

A password is made and shown once; with --password-stdin it is read from standard input instead.
DATABASE_URL or DATA_DIR say which database, as for npm start. The embedded database must not be in use.
`;

interface Given {
  readonly database: Database;
  /** Everything on standard input. */
  readonly readPassword: () => Promise<string>;
}

/**
 * Does what the arguments say.
 *
 * @returns what to tell whoever called: the only place where a password that was made is shown
 * @throws {Error} in words for them
 */
export async function workOnOperators(args: readonly string[], { database, readPassword }: Given): Promise<string> {
  const { command, email, another, readsPassword } = readArguments(args);
  const { operators, sessions } = database.platform;
  const known = await operators.findByEmail(email);
  if (command === 'create' && known) throw new Error(`${email} is an operator already.`);
  if (command === 'create' && !another && (await operators.count()) > 0)
    throw new Error('There is an operator already. Add --another to make one more.');
  if (command === 'password' && !known) throw new Error(`${email} is no operator.`);

  const password = readsPassword ? (await readPassword()).replace(/\r?\n$/, '') : makePassword();
  const broken = brokenPasswordRules(password);
  if (broken.length > 0)
    throw new Error(`The password must have 8 to 49 characters, an upper case letter, a lower case letter and a digit.`);
  const passwordHash = await hashPassword(password);
  if (known) {
    await operators.setPassword(known.id, passwordHash);
    await sessions.endAll({ surface: 'operator', subjectId: known.id });
    await noteAct(database, 'setOperatorPassword', { operatorId: known.id });
  } else {
    const { id } = await operators.create({ email, passwordHash });
    await noteAct(database, 'createOperator', { operatorId: id });
  }
  const done = known ? `${email} has a new password.` : `${email} is an operator now.`;
  return readsPassword ? done : `${done} Password, shown this once: ${password}`;
}

function readArguments(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { another: { type: 'boolean', default: false }, 'password-stdin': { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const [command, given = '', ...rest] = positionals;
  if ((command !== 'create' && command !== 'password') || rest.length > 0) throw new Error(usage);
  if (emailFault(given)) throw new Error(`'${given}' is no e-mail address.`);
  return { command, email: cleanEmail(given), another: values.another, readsPassword: values['password-stdin'] };
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
