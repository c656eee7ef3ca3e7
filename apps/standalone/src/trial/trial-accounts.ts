import { randomInt } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Somebody to try the product as. */
export interface TrialAccount {
  /** The organization's slug, which is its brand's folder. */
  readonly organization: string;
  readonly email: string;
  readonly password: string;
  /** Signed up, and its bot was started once. From then on it is its user's. */
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
   * @param organizations - slugs; one user each
   */
  static async load(path: string, organizations: readonly string[]): Promise<TrialAccounts> {
    const kept = await readKept(path);
    const accounts = organizations.map(
      (organization) => kept.find((account) => account.organization === organization) ?? newAccount(organization),
    );
    const loaded = new TrialAccounts(path, accounts);
    await loaded.#keep();
    return loaded;
  }

  get all(): readonly TrialAccount[] {
    return this.#accounts;
  }

  async markReady({ organization }: TrialAccount): Promise<void> {
    this.#accounts = this.#accounts.map((account) => (account.organization === organization ? { ...account, isReady: true } : account));
    await this.#keep();
  }

  async #keep(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true });
    const draft = `${this.#path}.new`;
    await writeFile(draft, `${JSON.stringify(this.#accounts, null, 2)}\n`, { mode: 0o600 });
    await chmod(draft, 0o600);
    await rename(draft, this.#path);
  }
}

async function readKept(path: string): Promise<TrialAccount[]> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as TrialAccount[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new Error(`${path} cannot be read; without it the trial makes new accounts`, { cause: error });
  }
}

const newAccount = (organization: string): TrialAccount => ({
  organization,
  email: `trader@${organization}.example`,
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
