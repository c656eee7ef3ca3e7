import type { OrganizationDatabase } from '@tenbin/db';
import type { Proven } from '../accounts/account-holder.ts';
import type { ServerContext } from '../context.ts';
import type { Caller } from '../route/caller.ts';
import { databaseOf } from '../tenancy/database-of.ts';
import type { ChallengeNote } from './sign-in-challenge.ts';

export interface Entering {
  readonly organization: OrganizationDatabase;
  readonly deps: ServerContext;
  readonly caller: Caller;
}

/** Where somebody signs in: as an organization's user, to manage it, or to operate the platform. */
export interface Door<Somebody extends Proven, SignedIn> {
  /** Whose door it is where there is one of the kind: the platform's; absent: the caller says, or the address. */
  readonly ofAll?: string;
  /** Whether it is this owner's: what was sealed at another kind of door opens nothing here. */
  isOf(organizationId: string): boolean;
  find(organization: OrganizationDatabase, id: string): Promise<Somebody | null>;
  /** @throws {Refusal} where they are not let in, whatever they prove */
  admit(somebody: Somebody): void;
  /** Locks their row until the transaction ends. @returns whether the password that was compared is still theirs */
  lock(within: OrganizationDatabase, somebody: Somebody): Promise<boolean>;
  /** Opens a session. @throws {Refusal} `emailOrPassword` where the password was changed meanwhile */
  open(somebody: Somebody, entering: Entering): Promise<SignedIn>;
}

/** Whose challenge it is, at this door. */
export const findChallenged =
  <Somebody extends Proven, SignedIn>(door: Door<Somebody, SignedIn>, { database }: Pick<ServerContext, 'database'>) =>
  async ({ organizationId, holderId }: ChallengeNote) => {
    if (!door.isOf(organizationId)) return null;
    const organization = databaseOf(organizationId, database);
    const somebody = await door.find(organization, holderId);
    return somebody && { organization, somebody, id: somebody.id, passwordHash: somebody.passwordHash };
  };
