import type { DifferenceKind } from '@tenbin/bots';
import type { ConsistencyFix, Inconsistency } from '@tenbin/contract';
import { areSameBalances, bookedOn, bookWallet, platformOrganizationId, type WalletDifference } from '@tenbin/db';
import { mayBeRounding, moneyUnitsOf } from '@tenbin/engine';
import type { ExchangeAccount } from '@tenbin/exchange';
import { add, subtract } from '@tenbin/market';
import { pause } from '@tenbin/runtime';
import type { AuditNote } from '../../audit/auditor.ts';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../route/refusal.ts';
import { keyChanged, unlessKeyRefused } from './key-changed.ts';
import { correctBooks, type Misbooked, seeBooks } from './see-books.ts';
import { type Asking, atExchange, compareAt } from './stored-place.ts';

/** The platform's exchange accounts that have virtual accounts. */
export async function exchangeAccountsOf({ database }: ServerContext): Promise<readonly string[]> {
  const accounts = await database.forOrganization(platformOrganizationId).virtualAccounts.list();
  return [...new Set(accounts.map(({ exchangeAccountId }) => exchangeAccountId))];
}

interface Seen {
  /** Of each of its ledgers that is not what its movements add up to. */
  readonly misbooked: readonly Misbooked[];
  readonly booked: NonNullable<Awaited<ReturnType<typeof bookedOn>>>;
  readonly differences: readonly (WalletDifference & { readonly booked: string; readonly found: string })[];
}

/** What of a bot and its exchange moves money that is not booked yet. */
const ofTrades: ReadonlySet<DifferenceKind> = new Set(['fillMissing', 'fillUnknown']);
/** What may. */
const ofOrders: ReadonlySet<DifferenceKind> = new Set(['orderMissing', 'orderUnknown', 'orderStuck', 'ownerless']);

/** A reading during which something moves is made again so often, so much later. */
const maxReadsInARow = 3;
const recheckMs = 1_000;

interface Looking {
  readonly deps: ServerContext;
  /** What two readings running find the same is told, though orders of the account's bots come and go: with some they always do. */
  readonly isTwiceEnough: boolean;
}

/** Null where something moved in each reading: an order or a trade of its bots is not as the exchange says, or the books changed. */
async function seeWallet(account: ExchangeAccount, exchangeAccountId: string, { deps, isTwiceEnough }: Looking): Promise<Seen | null> {
  let before: Seen | null = null;
  for (let read = 1; ; read += 1) {
    const { seen, moves } = await readBooksAndWallet(account, exchangeAccountId, deps);
    if (seen !== null && moves === null) return seen;
    if (isTwiceEnough && moves === 'orders' && seen !== null && before !== null && areSameDifferences(before, seen)) return seen;
    if (read === maxReadsInARow) return null;
    before = seen;
    await pause(deps.clock, recheckMs);
  }
}

const areSameDifferences = (one: Seen, other: Seen): boolean => {
  const amounts = ({ differences }: Seen) => Object.fromEntries(differences.map(({ currency, amount }) => [currency, amount]));
  return areSameBalances(amounts(one), amounts(other));
};

/** @returns `seen`: null where the books changed meanwhile; `moves`: what of its bots may explain a difference */
async function readBooksAndWallet(
  account: ExchangeAccount,
  exchangeAccountId: string,
  deps: ServerContext,
): Promise<{ readonly seen: Seen | null; readonly moves: 'orders' | 'trades' | null }> {
  const platform = deps.database.forOrganization(platformOrganizationId);
  const before = await bookedOn(platform, exchangeAccountId);
  const wallet = await account.fetchWallet();
  const { exchangeId } = await platform.exchangeAccounts.require(exchangeAccountId);
  const exchange = await deps.database.platform.exchanges.find(exchangeId);
  const rules = exchange ? await deps.exchanges.fetchMarkets(exchange) : new Map();
  const units = moneyUnitsOf([...rules.keys()], rules);
  const total = before?.total ?? {};
  const differences = Object.keys({ ...wallet, ...total }).flatMap((currency) => {
    const { free = '0', locked = '0' } = wallet[currency] ?? {};
    const [there, here] = [add(free, locked), total[currency] ?? '0'];
    const amount = subtract(there, here);
    return mayBeRounding(amount, currency, units) ? [] : [{ currency, amount, isRounding: false, booked: here, found: there }];
  });
  const moves = differences.length === 0 ? null : await movesOfBots(account, exchangeAccountId, deps);
  const misbooked = await seeBooks(platform, exchangeAccountId, { now: deps.clock.now() });
  const booked = await bookedOn(platform, exchangeAccountId);
  if (before === null || booked === null || !areSameBalances(before.total, booked.total)) return { seen: null, moves };
  return { seen: { booked, differences, misbooked }, moves };
}

async function movesOfBots(account: ExchangeAccount, exchangeAccountId: string, deps: ServerContext): Promise<'orders' | 'trades' | null> {
  let moves: 'orders' | null = null;
  for (const row of await deps.database.forOrganization(platformOrganizationId).bots.listOfAccount(exchangeAccountId)) {
    if (row.ledger === null) continue;
    const { differences } = await compareAt(account, { row, organizationId: platformOrganizationId }, { deps, settledForMs: 0 });
    if (differences.some(({ kind }) => ofTrades.has(kind))) return 'trades';
    if (differences.some(({ kind }) => ofOrders.has(kind))) moves = 'orders';
  }
  return moves;
}

type Given = Pick<Inconsistency, 'kind' | 'expected' | 'found' | 'since'> & { readonly currency: string | null };

const ofAccount = (exchangeAccountId: string, given: Given): Inconsistency => ({
  botId: null,
  exchangeAccountId,
  organization: platformOrganizationId,
  pair: null,
  clientOrderId: null,
  exchangeOrderId: null,
  ...given,
});

const bookInconsistencies = (exchangeAccountId: string, misbooked: readonly Misbooked[]): Inconsistency[] =>
  misbooked.flatMap(({ differences }) =>
    differences.map(({ kind, currency, expected, found, since }) =>
      ofAccount(exchangeAccountId, { kind, currency, expected, found, since: since.toISOString() }),
    ),
  );

const walletInconsistencies = (exchangeAccountId: string, { differences }: Seen, { clock }: ServerContext): Inconsistency[] =>
  differences.map(({ currency, booked, found }) =>
    ofAccount(exchangeAccountId, {
      kind: 'virtualAccountDiffers',
      currency,
      expected: { state: null, amount: booked },
      found: { state: null, amount: found },
      since: clock.now().toISOString(),
    }),
  );

const refusedKey = (exchangeAccountId: string, { clock }: ServerContext): Inconsistency => {
  const { kind, currency, expected, found, since } = keyChanged(clock.now());
  return ofAccount(exchangeAccountId, { kind, currency, expected, found, since: since.toISOString() });
};

const placeOf = (exchangeAccountId: string) => ({ organizationId: platformOrganizationId, exchangeAccountId });

/** All virtual accounts of an exchange account, and what is left, against its wallet. @throws {Refusal} `walletMoving`; {ExchangeError} */
export async function compareWallet(exchangeAccountId: string, asking: Asking): Promise<Inconsistency[]> {
  const { deps } = asking;
  const told = await unlessKeyRefused(() =>
    atExchange(placeOf(exchangeAccountId), asking, async (account) => {
      const seen = await seeWallet(account, exchangeAccountId, { deps, isTwiceEnough: true });
      if (seen === null) throw new Refusal('walletMoving');
      return [...bookInconsistencies(exchangeAccountId, seen.misbooked), ...walletInconsistencies(exchangeAccountId, seen, deps)];
    }),
  );
  return told ?? [refusedKey(exchangeAccountId, deps)];
}

type FixingWallet = Asking & { readonly audit: AuditNote; readonly dryRun: boolean };

/**
 * Corrects what its movements do not explain, and books what came or went to the rest, as its worker does after minutes.
 *
 * @throws {Refusal} `walletMoving`; {ExchangeError}
 */
export async function fixWallet(exchangeAccountId: string, fixing: FixingWallet): Promise<ConsistencyFix['done']> {
  const done = await unlessKeyRefused(() =>
    atExchange(placeOf(exchangeAccountId), fixing, (account) => fixAt(account, exchangeAccountId, fixing)),
  );
  return done ?? [{ ...refusedKey(exchangeAccountId, fixing.deps), outcome: 'byOwner' }];
}

async function fixAt(
  account: ExchangeAccount,
  exchangeAccountId: string,
  { actor, deps, audit, dryRun }: FixingWallet,
): Promise<ConsistencyFix['done']> {
  const seen = await seeWallet(account, exchangeAccountId, { deps, isTwiceEnough: false });
  if (seen === null) throw new Refusal('walletMoving');
  const platform = deps.database.forOrganization(platformOrganizationId);
  const now = deps.clock.now();
  const misbooked =
    dryRun || seen.misbooked.length === 0
      ? seen.misbooked
      : await platform.transaction(async (within) => {
          const mended = await correctBooks(within, exchangeAccountId, { by: actor.operatorId, now });
          if (mended.length > 0)
            await audit.storeIn(within, { exchangeAccountId, corrected: bookInconsistencies(exchangeAccountId, mended).length });
          return mended;
        });
  const corrected = bookInconsistencies(exchangeAccountId, misbooked).map((one) => ({ ...one, outcome: 'corrected' as const }));
  const after = dryRun || corrected.length === 0 ? seen : await seeWallet(account, exchangeAccountId, { deps, isTwiceEnough: false });
  if (after === null || after.differences.length === 0) return corrected;
  const { booked, differences } = after;
  const isBooked =
    dryRun ||
    (await platform.transaction(async (within) => {
      const isSame = await bookWallet(within, exchangeAccountId, booked, { by: actor.operatorId, differences });
      if (isSame) await audit.storeIn(within, { exchangeAccountId, bookedToRest: differences.length });
      return isSame;
    }));
  const outcome = isBooked ? ('bookedToRest' as const) : ('waits' as const);
  return [...corrected, ...walletInconsistencies(exchangeAccountId, after, deps).map((one) => ({ ...one, outcome }))];
}
