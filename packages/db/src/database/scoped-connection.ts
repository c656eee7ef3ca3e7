import { organizationSetting, tenantRoleName } from '../schema/tenancy.ts';
import type { Connection, RowMode, Scope } from './connection.ts';

const enterOrganization = `select set_config('role', '${tenantRoleName}', false), set_config('${organizationSetting}', $1, false)`;
const changeOrganization = `select set_config('${organizationSetting}', $1, false)`;
const enterPlatform = `select set_config('role', 'none', false), set_config('${organizationSetting}', '', false)`;

/**
 * A connection that remembers for whom it is set, and the only way to it: every statement says its scope.
 *
 * Changing the role waits for the answer. Changing from one organization to another does not, so that it costs no
 * round trip: were it refused, the statement behind it would still run under the restricted role, on the organization
 * that was set before, which its own `organization_id =` rules out.
 */
export class ScopedConnection {
  readonly #connection: Connection;
  /** Null: not known. */
  #scope: Scope | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  get isBroken(): boolean {
    return this.#connection.isBroken;
  }

  /** Whether using it for this scope needs no change. */
  isSetTo(scope: Scope): boolean {
    if (this.#scope === null || this.#scope === 'platform' || scope === 'platform') return this.#scope === scope;
    return this.#scope.organizationId === scope.organizationId;
  }

  async query(scope: Scope, text: string, values: readonly unknown[], mode: RowMode): Promise<unknown[]> {
    if (this.isSetTo(scope)) return this.#connection.query(text, values, mode);
    const before = this.#scope;
    this.#scope = null;
    if (before !== null && before !== 'platform' && scope !== 'platform') {
      const changed = this.#connection.query(changeOrganization, [scope.organizationId], 'array');
      const [, rows] = await Promise.all([changed.then(() => this.#remember(scope)), this.#connection.query(text, values, mode)]);
      return rows;
    }
    if (scope === 'platform') await this.#connection.query(enterPlatform, [], 'array');
    else await this.#connection.query(enterOrganization, [scope.organizationId], 'array');
    this.#remember(scope);
    return this.#connection.query(text, values, mode);
  }

  close(): Promise<void> {
    return this.#connection.close();
  }

  #remember(scope: Scope): void {
    this.#scope = scope;
  }
}
