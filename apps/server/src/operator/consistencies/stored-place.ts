import { type DifferenceKind, hasShare } from '@tenbin/bots';
import { type AnyBotRow, areSameBalances, type OrganizationDatabase, platformOrganizationId, StoredBot } from '@tenbin/db';
import { type Compared, compareBot } from '@tenbin/engine';
import { type ExchangeAccount, ExchangeError } from '@tenbin/exchange';
import type { Balances } from '@tenbin/market';
import type { ServerContext } from '../../context.ts';
import { openCredentials } from '../../exchange-accounts/credentials.ts';
import type { Operator } from '../../route/caller.ts';
import { Refusal } from '../../route/refusal.ts';

/** A bot, and whose it is. */
export interface PlacedBot {
  readonly row: AnyBotRow;
  readonly organizationId: string;
}

export interface Asking {
  readonly actor: Operator;
  readonly deps: ServerContext;
}

/** Works at a stored exchange account with its own key. @throws {Refusal} `apiKeyRemoved`; {ExchangeError} */
export async function atExchange<T>(
  { organizationId, exchangeAccountId }: { readonly organizationId: string; readonly exchangeAccountId: string },
  { actor, deps }: Asking,
  work: (account: ExchangeAccount) => Promise<T>,
): Promise<T> {
  const stored = await deps.database.forOrganization(organizationId).exchangeAccounts.require(exchangeAccountId);
  const exchange = await deps.database.platform.exchanges.find(stored.exchangeId);
  if (!exchange?.enabled) throw new ExchangeError('its key is given to nobody', { kind: 'rejected', reason: 'exchangeWithdrawn' });
  const credentials = openCredentials(deps, organizationId, stored);
  const asker = { userId: actor.operatorId, organizationId: platformOrganizationId };
  return deps.exchanges.withAccount(exchange, { credentials, asker }, work);
}

/** @param settledForMs - as of the engine's comparison. @throws {Refusal}, {ExchangeError} */
export async function compareAt(
  account: ExchangeAccount,
  { row, organizationId }: PlacedBot,
  { deps, settledForMs }: { readonly deps: ServerContext; readonly settledForMs?: number },
): Promise<Compared> {
  const organization = deps.database.forOrganization(organizationId);
  const journal = new StoredBot(organization, row);
  const [memory, siblings, exchange, virtualAccount] = await Promise.all([
    journal.load(),
    organization.bots.listOfAccount(row.exchangeAccountId),
    deps.database.platform.exchanges.find(row.exchangeId),
    journal.virtualAccount(),
  ]);
  // What is wanted may be newer in here than in the row that was given.
  const asked = await organization.bots.find(row.id);
  if (!memory || !exchange || !asked) throw new Refusal('botNotFound');
  const { active, requestedAt } = asked;
  deps.exchanges.renewMarkets(exchange);
  const compared = await compareBot({
    memory,
    account,
    journal,
    botNumbers: new Set(siblings.map(({ botNumber }) => botNumber)),
    rules: await deps.exchanges.fetchMarkets(exchange),
    now: deps.clock.now,
    holds: virtualAccount?.holds,
    stored: virtualAccount ? undefined : await storedBooks(organization, row, memory),
    wanted: requestedAt === null ? undefined : { ...asked, since: requestedAt },
    ...(settledForMs !== undefined && { settledForMs }),
  });
  const differences = await untouched(compared.differences, memory.orders, () => journal.load());
  // One that is asked to stop already gives its share back.
  return { ...compared, differences: active ? differences : differences.filter(({ kind }) => !ofShare.has(kind)) };
}

const ofShare: ReadonlySet<DifferenceKind> = new Set(['ledgerDiffers', 'walletMoved', 'overfill', 'fillDuplicate', 'feeDiffers']);

export interface StoredBooks {
  readonly stored: Balances;
  readonly derived: Balances;
}

/**
 * What is stored of a bot's own money, in its sub-account and with itself, and what its movements add up to; undefined where it
 * moves meanwhile.
 */
export async function storedBooks(
  { ledgers }: OrganizationDatabase,
  { exchangeAccountId, subAccountId }: Pick<AnyBotRow, 'exchangeAccountId' | 'subAccountId'>,
  { phase, ledger }: Pick<Loaded, 'phase' | 'ledger'>,
): Promise<StoredBooks | undefined> {
  const find = async () => (await ledgers.listOfAccount(exchangeAccountId)).find(({ id }) => id === subAccountId)?.balances ?? {};
  const before = await find();
  const derived = (await ledgers.addUp(exchangeAccountId)).get(subAccountId) ?? {};
  if (!areSameBalances(before, await find())) return undefined;
  const own = hasShare(phase) ? (ledger?.balances ?? {}) : before;
  return { stored: areSameBalances(before, derived) ? own : before, derived };
}

type Loaded = NonNullable<Awaited<ReturnType<StoredBot['load']>>>;

/** What somebody wrote while the exchange was asked is told by the next look. */
async function untouched(
  differences: Compared['differences'],
  before: Loaded['orders'],
  load: () => Promise<Loaded | null>,
): Promise<Compared['differences']> {
  if (differences.length === 0) return differences;
  const after = (await load())?.orders ?? [];
  const versionOf = (orders: Loaded['orders'], id: string | null) =>
    orders.find(({ clientOrderId }) => clientOrderId === id)?.updatedAt.getTime();
  const areSame = after.every(({ clientOrderId }) => versionOf(before, clientOrderId) === versionOf(after, clientOrderId));
  return differences.filter(({ clientOrderId }) =>
    clientOrderId === null ? areSame : versionOf(before, clientOrderId) === versionOf(after, clientOrderId),
  );
}
