import { checkPassword, cleanEmail, emailFault } from '@tenbin/accounts';
import { type Job, type JobData, type OrganizationDatabase, platformOrganizationId, resetLinkIdentity } from '@tenbin/db';
import type { AuditNote } from '../audit/auditor.ts';
import type { ServerContext } from '../context.ts';
import { requireWithin } from '../limits/limits.ts';
import { forgetMailTurns, forgetResetTurns, takeMailTurn, takeResetTurn } from '../mails/mail-turns.ts';
import { type Mailer, mailerOf } from '../mails/mailer.ts';
import type { Caller } from '../route/caller.ts';
import { Refusal } from '../route/refusal.ts';
import { databaseOf } from '../tenancy/database-of.ts';
import { organizationVisited } from '../tenancy/organization-of-input.ts';
import { tenantOfOwner } from '../tenancy/owner.ts';
import type { Tenant } from '../tenancy/tenancy.ts';
import { hashPassword } from './password-hash.ts';
import { hashToken } from './secret-token.ts';

interface Addressed {
  readonly id: string;
  readonly email: string;
}

/** Those who set their password by a link, users, administrators or operators: where they are stored, and what is theirs alone. */
export interface LinkHolders<Person extends Addressed> {
  readonly surface: JobData['resetLinks']['surface'];
  findByEmail(organization: OrganizationDatabase, email: string): Promise<Person | null>;
  /** Whose link it is, while it is good. */
  findByLink(organization: OrganizationDatabase, tokenHash: string, now: Date): Promise<Person | null>;
  mayReset(person: Person): boolean;
  /** Whether the address is known to be theirs; what goes to others counts as mail to a stranger. */
  isProven(person: Person): boolean;
  /** @returns false where they are not as they were found */
  lock(within: OrganizationDatabase, person: Person): Promise<boolean>;
  mailLink(within: OrganizationDatabase, person: Person, given: { readonly mail: Mailer; readonly at: Date }): Promise<void>;
  /** What somebody else has to be told first, who may refuse; the link is good for another try then. */
  beforeUse?(person: Person, organization: Pick<Tenant['organization'], 'slug'>, deps: ServerContext): Promise<void>;
  /** @returns false where it was used meanwhile */
  takeLink(within: OrganizationDatabase, link: { readonly id: string; readonly tokenHash: string }, at: Date): Promise<boolean>;
  /** @returns what came of it beside itself; null where the password was changed meanwhile */
  replace(
    within: OrganizationDatabase,
    person: Person,
    given: { readonly passwordHash: string; readonly mail: Mailer; readonly at: Date },
  ): Promise<{ readonly stoppedBots?: number; readonly removedApiKeys?: number } | null>;
}

interface Given {
  readonly email?: string | undefined;
  readonly token?: string | undefined;
  readonly password?: string | undefined;
  readonly organization?: string | undefined;
}

interface Surroundings {
  readonly deps: ServerContext;
  readonly caller: Caller;
  readonly audit: AuditNote;
}

/** Two steps at one path: asking for the link, and coming with its token. */
export const resetByLink =
  <Person extends Addressed>(holders: LinkHolders<Person>) =>
  async ({ body, ...around }: Surroundings & { readonly body: Given }): Promise<{ success: boolean }> => {
    const { deps, caller, audit } = around;
    requireWithin(deps.limits.codes, caller.address);
    const tenant =
      holders.surface === 'operator'
        ? await tenantOfOwner(platformOrganizationId, deps)
        : await organizationVisited(body.organization, { deps, caller });
    audit.inOrganization(tenant.organization.id);
    if (body.token === undefined) await askForLink(holders, body.email ?? '', tenant, around);
    else await useLink(holders, { token: body.token, password: body.password }, tenant, around);
    return { success: true };
  };

/**
 * Whose an address is, and whether it may be mailed again so soon, is told to nobody: not by the time it takes either. So the
 * same job is asked for whoever's it is, and all that differs is its business.
 */
async function askForLink<Person extends Addressed>(
  holders: LinkHolders<Person>,
  given: string,
  tenant: Tenant,
  { deps, audit }: Surroundings,
): Promise<void> {
  audit.as('askForResetLink');
  const fault = emailFault(given);
  if (fault) throw new Refusal(fault);
  const person = await holders.findByEmail(databaseOf(tenant.organization.id, deps.database), cleanEmail(given));
  if (person) audit.add({ accountId: person.id });
  const organizationId = tenant.organization.id;
  const sealedEmail = deps.vault.seal(given, resetLinkIdentity(organizationId));
  await deps.database.jobs.put('resetLinks', { organizationId, surface: holders.surface, sealedEmail });
}

export type SendLink = (job: Pick<Job<'resetLinks'>, 'id' | 'data'>, deps: ServerContext) => Promise<void>;

/** Does what was asked for, where it may be. Begun again, it is the same turn, and the same mail: nobody gets two. */
export const sendLink =
  <Person extends Addressed>(holders: LinkHolders<Person>): SendLink =>
  async ({ id: jobId, data: { organizationId, sealedEmail } }, deps) => {
    const email = deps.vault.open(sealedEmail, resetLinkIdentity(organizationId));
    const organization = databaseOf(organizationId, deps.database);
    const person = await holders.findByEmail(organization, cleanEmail(email));
    const mayReset = person !== null && holders.mayReset(person);
    const turn = { turnId: jobId, deps };
    const maySend =
      mayReset && holders.isProven(person)
        ? await takeResetTurn({ userId: person.id, organizationId }, turn)
        : (await takeMailTurn({ email, organizationId }, { isWanted: mayReset, ...turn })).maySend;
    if (!mayReset || !maySend) return;
    const { brand } = await tenantOfOwner(organizationId, deps);
    const mail = mailerOf(brand, { ...deps, mailId: jobId });
    await organization.transaction(async (within) => {
      if ((await holders.lock(within, person)) && !(await within.mails.has(jobId)))
        await holders.mailLink(within, person, { mail, at: deps.clock.now() });
    });
  };

/** The token proves the mailbox, and is used up with the change: of two uses at once one is refused. */
async function useLink<Person extends Addressed>(
  holders: LinkHolders<Person>,
  { token, password }: { readonly token: string; readonly password: string | undefined },
  { organization: { id, slug }, brand }: Tenant,
  { deps, audit }: Surroundings,
): Promise<void> {
  const organization = databaseOf(id, deps.database);
  const tokenHash = hashToken(token);
  const person = await holders.findByLink(organization, tokenHash, deps.clock.now());
  if (!person) throw new Refusal('resetLinkInvalid');
  audit.add({ accountId: person.id });
  if (password === undefined) throw new Refusal('passwordRequired');
  const check = checkPassword(password);
  if (!check.ok) throw new Refusal(check.code, { facts: check.facts });
  await holders.beforeUse?.(person, { slug }, deps);
  const passwordHash = await hashPassword(password);
  const at = deps.clock.now();
  await organization.transaction(async (within) => {
    const isGood = (await holders.lock(within, person)) && (await holders.takeLink(within, { id: person.id, tokenHash }, at));
    const effects = isGood ? await holders.replace(within, person, { passwordHash, at, mail: mailerOf(brand, deps) }) : null;
    if (!effects) throw new Refusal('resetLinkInvalid');
    // Whoever guessed at codes had the password that was.
    await within.codeTries.liftLocks(person.id);
    await deps.sessions.endAllWithin(within, { surface: holders.surface, subjectId: person.id });
    audit.add(effects);
    await audit.storeIn(within);
  });
  await forgetMailTurns({ email: person.email, organizationId: id }, deps);
  await forgetResetTurns({ userId: person.id, organizationId: id }, deps);
}
