import { testOrganizationId } from '@tenbin/accounts';
import type { BotPhase } from '@tenbin/bots';
import { type AnyListedBot, type BotQuery, platformOrganizationId } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';
import type { PlacedBot } from './stored-place.ts';
import { exchangeAccountsOf } from './wallet-of-accounts.ts';

/** All virtual accounts of one exchange account. */
export interface PlacedWallet {
  readonly row: null;
  readonly organizationId: string;
  readonly exchangeAccountId: string;
}

/** An id under which there is nothing. */
export interface NoPlace {
  readonly row: undefined;
  readonly botId: string | null;
  readonly exchangeAccountId: string | null;
}

export type Place = PlacedBot | PlacedWallet | NoPlace;

/** What is looked at: what is named, or all of an organization or of everybody, from a cursor on. */
export interface Among {
  readonly botIds: readonly string[] | null;
  readonly exchangeAccountIds: readonly string[] | null;
  readonly organizationId: string | null;
  readonly cursor: string | null;
}

/** With the cursor from which on it is the first. */
type Placed = readonly [place: Place, cursor: string];

const states: readonly BotPhase['kind'][] = ['running', 'stopping', 'starting', 'rebalancing', 'stopped'];
/** The platform's own, then users', those that run first; bots that are only there to be counted come last. */
const stages = ['own', 'wallets', ...states, 'test'] as const;
type Stage = (typeof stages)[number];

function readCursor(cursor: string | null): { readonly stage: Stage; readonly id: string } | null {
  const [stage, id = ''] = cursor?.split('.') ?? [];
  const known = stages.find((one) => one === stage);
  return known ? { stage: known, id } : null;
}

/** Bots that have ever run, and the platform's wallets, always in the same order. */
export async function* placesOf(deps: ServerContext, among: Among): AsyncIterable<Placed> {
  if (among.botIds !== null || among.exchangeAccountIds !== null) {
    yield* named(deps, among);
    return;
  }
  for (const at of stagesFrom(among)) for await (const place of ofStage(deps, at, among)) yield place;
}

async function* ofStage(deps: ServerContext, { stage, from }: At, among: Among): AsyncIterable<Placed> {
  if (stage === 'wallets') for (const id of await wallets(deps, from)) yield [walletOf(id), `wallets.${id}`];
  else if (stage === 'own')
    for (const row of await ownBots(deps, from)) yield [{ row, organizationId: platformOrganizationId }, `own.${row.id}`];
  else
    for await (const page of deps.database.platform.everybody.botList.all(queryOf(stage, from, among)))
      for (const row of page) yield [{ row, organizationId: row.organizationId }, `${stage}.${row.id}`];
}

/** The places of a stage, from an id on. */
interface At {
  readonly stage: Stage;
  readonly from: string | null;
}

/** How many there are from a cursor on. */
export async function countPlaces(deps: ServerContext, among: Among): Promise<number> {
  const counts = stagesFrom(among).map(async ({ stage, from }) => {
    if (stage === 'own') return (await ownBots(deps, from)).length;
    if (stage === 'wallets') return (await wallets(deps, from)).length;
    return deps.database.platform.everybody.botList.count(queryOf(stage, from, among));
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

function stagesFrom({ cursor, organizationId }: Among): At[] {
  const at = readCursor(cursor);
  const isPlatforms = (stage: Stage) => stage === 'own' || stage === 'wallets';
  return stages
    .slice(at ? stages.indexOf(at.stage) : 0)
    .filter((stage) => organizationId === null || (isPlatforms(stage) ? organizationId === platformOrganizationId : stage !== 'test'))
    .map((stage) => ({ stage, from: stage === at?.stage ? at.id : null }));
}

function queryOf(stage: BotPhase['kind'] | 'test', from: string | null, { organizationId }: Among): BotQuery {
  const given = { hasLedger: true as const, isOfPlatform: false, ...(from !== null && { from }) };
  if (stage === 'test') return { ...given, organizationId: testOrganizationId };
  return { ...given, state: stage, ...(organizationId === null ? { exceptOrganizationId: testOrganizationId } : { organizationId }) };
}

async function ownBots(deps: ServerContext, from: string | null) {
  const rows = await deps.database.forOrganization(platformOrganizationId).bots.listOfAccounts(await exchangeAccountsOf(deps));
  return rows.filter(({ id, ledger }) => ledger !== null && id >= (from ?? ''));
}

const wallets = async (deps: ServerContext, from: string | null): Promise<readonly string[]> =>
  [...(await exchangeAccountsOf(deps))].sort().filter((id) => id >= (from ?? ''));

const walletOf = (exchangeAccountId: string): PlacedWallet => ({ row: null, organizationId: platformOrganizationId, exchangeAccountId });

async function* named(deps: ServerContext, { botIds, exchangeAccountIds }: Among): AsyncIterable<Placed> {
  const accounts = await exchangeAccountsOf(deps);
  const own = await deps.database.forOrganization(platformOrganizationId).bots.listOfAccounts(accounts);
  for (const botId of botIds ?? []) {
    const row = own.find(({ id }) => id === botId) ?? (await deps.database.platform.everybody.botList.find(botId));
    if (!row) yield [{ row: undefined, botId, exchangeAccountId: null }, ''];
    else yield [{ row, organizationId: isListed(row) ? row.organizationId : platformOrganizationId }, ''];
  }
  for (const id of exchangeAccountIds ?? [])
    yield [accounts.includes(id) ? walletOf(id) : { row: undefined, botId: null, exchangeAccountId: id }, ''];
}

const isListed = (row: object): row is AnyListedBot => 'organizationId' in row;
