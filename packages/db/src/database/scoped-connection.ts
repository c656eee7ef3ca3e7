import { organizationSetting, tenantRoleName } from '../schema/tenancy.ts';
import { type Connection, isSameScope, type RowMode, type Scope } from './connection.ts';

const enterOrganization = `select set_config('role', '${tenantRoleName}', false), set_config('${organizationSetting}', $1, false)`;
const changeOrganization = `select set_config('${organizationSetting}', $1, false)`;
const enterPlatform = `select set_config('role', 'none', false), set_config('${organizationSetting}', '', false)`;

/** Setting a connection for somebody, while it is under way. */
interface Entry {
  readonly scope: Scope;
  /** Fulfilled when it is set. */
  readonly done: Promise<void>;
  /** Whether statements are sent behind it without waiting for it. */
  readonly isBetweenOrganizations: boolean;
}

/**
 * A connection that remembers for whom it is set, and the only way to it: every statement says its scope.
 *
 * Changing the role waits for the answer. Changing from one organization to another does not, so that it costs no
 * round trip: were it refused, the statements behind it would still run under the restricted role, on the organization
 * that was set before, which their own `organization_id =` rules out; and they fail with it.
 */
export class ScopedConnection {
  readonly #connection: Connection;
  /** Null: not known. */
  #scope: Scope | null = null;
  #entry: Entry | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get isBroken(): boolean {
    return this.#connection.isBroken;
  }

  /** Whether using it for this scope needs no change. */
  isSetTo(scope: Scope): boolean {
    return this.#scope !== null && isSameScope(this.#scope, scope);
  }

  async query(scope: Scope, text: string, values: readonly unknown[], mode: RowMode): Promise<unknown[]> {
    if (this.isSetTo(scope)) return this.#connection.query(text, values, mode);
    const { done, isBetweenOrganizations } = this.#enter(scope);
    if (!isBetweenOrganizations) {
      await done;
      return this.#connection.query(text, values, mode);
    }
    const [, rows] = await Promise.all([done, this.#connection.query(text, values, mode)]);
    return rows;
  }

  /** Of the platform only: a script may say what it likes. */
  async script(text: string): Promise<unknown[]> {
    if (!this.isSetTo('platform')) await this.#enter('platform').done;
    return this.#connection.script(text);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #enter(scope: Scope): Entry {
    if (this.#entry && isSameScope(this.#entry.scope, scope)) return this.#entry;
    const before = this.#scope;
    this.#scope = null;
    const isBetweenOrganizations = before !== null && before !== 'platform' && scope !== 'platform';
    const set = isBetweenOrganizations ? changeOrganization : scope === 'platform' ? enterPlatform : enterOrganization;
    const entry = { scope, isBetweenOrganizations, done: this.#set(set, scope).finally(() => (this.#entry = null)) };
    this.#entry = entry;
    return entry;
  }

  async #set(statement: string, scope: Scope): Promise<void> {
    await this.#connection.query(statement, scope === 'platform' ? [] : [scope.organizationId], 'array');
    this.#scope = scope;
  }
}
