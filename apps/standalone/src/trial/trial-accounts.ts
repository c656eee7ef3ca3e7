import { randomInt } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

export type TrialRole = 'user' | 'administrator' | 'operator';

/** Somebody to try the product as. */
export interface TrialAccount {
  readonly role: TrialRole;
  /** The organization's slug, which is its brand's folder; null for the platform's operator. */
  readonly organization: string | null;
  readonly email: string;
  readonly password: string;
  /** It was made; of a user: signed up, and its bot was started once. From then on it is its owner's. */
  readonly isReady: boolean;
}

/**
 * The accounts of a trial: made at the first start, the same at every later one. Their passwords are kept beside the
 * data, in a file that only its owner may read, since they are shown at every start.
 */
export class TrialAccounts {
  readonly #path: string;
  #accounts: readonly TrialAccount[];

  private constructor(path: string, accounts: readonly TrialAccount[]) {
    this.#path = path;
    this.#accounts = accounts;
  }

  /**
   * @param path - of the file that keeps them
   * @param organizations - slugs; one user and one administrator each
   */
  static async load(path: string, organizations: readonly string[]): Promise<TrialAccounts> {
    const kept = await readTrialAccounts(path);
    const places: readonly Place[] = [
      ...organizations.map((organization) => ({ role: 'user', organization }) as const),
      ...organizations.map((organization) => ({ role: 'administrator', organization }) as const),
      { role: 'operator', organization: null },
    ];
    const accounts = places.map((place) => kept.find((account) => isAt(account, place)) ?? newAccount(place));
    const loaded = new TrialAccounts(path, accounts);
    await loaded.#keep();
    return loaded;
  }

  get all(): readonly TrialAccount[] {
    return this.#accounts;
  }

  async markReady(place: Place): Promise<void> {
    this.#accounts = this.#accounts.map((account) => (isAt(account, place) ? { ...account, isReady: true } : account));
    await this.#keep();
  }

  async #keep(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    const draft = `${this.#path}.new`;
    await writeFile(draft, `${JSON.stringify(this.#accounts, null, 2)}\n`, { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, this.#path);
  }
}

/** Those that were made; none where there was no trial. */
export async function readTrialAccounts(path: string): Promise<TrialAccount[]> {
  try {
    const kept = JSON.parse(await readFile(path, 'utf8')) as (Omit<TrialAccount, 'role'> & Partial<Pick<TrialAccount, 'role'>>)[];
    // A trial that began when there were users only.
    return kept.map((account) => ({ role: 'user', ...account }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(`${path} cannot be read; without it the trial makes new accounts`, { cause: error });
  }
}

type Place = Pick<TrialAccount, 'role' | 'organization'>;

const isAt = (account: Place, { role, organization }: Place): boolean => account.role === role && account.organization === organization;

const nameOf: Readonly<Record<TrialRole, string>> = { user: 'trader', administrator: 'administrator', operator: 'operator' };

const newAccount = ({ role, organization }: Place): TrialAccount => ({
  role,
  organization,
  email: `${nameOf[role]}@${organization ?? 'platform'}.example`,
  password: makePassword(),
  isReady: false,
});

const letters = ['abcdefghijkmnpqrstuvwxyz', 'ABCDEFGHJKLMNPQRSTUVWXYZ', '23456789'] as const;

/** Twelve characters without look-alikes, with each kind that the password rules ask for. */
function makePassword(): string {
  const all = letters.join('');
  const pick = (from: string): string => from.charAt(randomInt(from.length));
  const middle = Array.from({ length: 9 }, () => pick(all)).join('');
  return `${pick(letters[1])}${pick(letters[0])}${middle}${pick(letters[2])}`;
}
