import type { ConsistencyFix, Inconsistency } from '@tenbin/contract';
import { areSameBalances, bookedOn, bookWallet, platformOrganizationId, type WalletDifference } from '@tenbin/db';
import { mayBeRounding, moneyUnitsOf } from '@tenbin/engine';
import type { ExchangeAccount } from '@tenbin/exchange';
import { add, subtract } from '@tenbin/market';
import type { AuditNote } from '../../audit/auditor.ts';
import type { ServerContext } from '../../context.ts';
import { type Asking, atExchange, compareAt } from './stored-place.ts';

/** The platform's exchange accounts that have virtual accounts. */
export async function exchangeAccountsOf({ database }: ServerContext): Promise<readonly string[]> {
  const accounts = await database.forOrganization(platformOrganizationId).virtualAccounts.list();
  return [...new Set(accounts.map(({ exchangeAccountId }) => exchangeAccountId))];
}

interface Seen {
  readonly booked: NonNullable<Awaited<ReturnType<typeof bookedOn>>>;
  readonly differences: readonly (WalletDifference & { readonly booked: string; readonly found: string })[];
}

/** Null while something moves: an order or a trade of its bots is not as the exchange says, or the books changed meanwhile. */
async function seeWallet(account: ExchangeAccount, exchangeAccountId: string, deps: ServerContext): Promise<Seen | null> {
  const platform = deps.database.forOrganization(platformOrganizationId);
  const before = await bookedOn(platform, exchangeAccountId);
  const wallet = await account.fetchWallet();
  for (const row of await platform.bots.listOfAccount(exchangeAccountId)) {
    if (row.ledger === null) continue;
    const { differences } = await compareAt(account, { row, organizationId: platformOrganizationId }, { deps, settledForMs: 0 });
    if (differences.length > 0) return null;
  }
  const booked = await bookedOn(platform, exchangeAccountId);
  if (before === null || booked === null || !areSameBalances(before.total, booked.total)) return null;
  const { exchangeId } = await platform.exchangeAccounts.require(exchangeAccountId);
  const exchange = await deps.database.platform.exchanges.find(exchangeId);
  const rules = exchange ? await deps.exchanges.fetchMarkets(exchange) : new Map();
  const units = moneyUnitsOf([...rules.keys()], rules);
  const differences = Object.keys({ ...wallet, ...booked.total }).flatMap((currency) => {
    const { free = '0', locked = '0' } = wallet[currency] ?? {};
    const [there, here] = [add(free, locked), booked.total[currency] ?? '0'];
    const amount = subtract(there, here);
    return mayBeRounding(amount, currency, units) ? [] : [{ currency, amount, isRounding: false, booked: here, found: there }];
  });
  return { booked, differences };
}

const told = (exchangeAccountId: string, { differences }: Seen, { clock }: ServerContext): Inconsistency[] =>
  differences.map(({ currency, booked, found }) => ({
    botId: null,
    exchangeAccountId,
    organization: platformOrganizationId,
    kind: 'virtualAccountDiffers',
    pair: null,
    currency,
    clientOrderId: null,
    exchangeOrderId: null,
    expected: { state: null, amount: booked },
    found: { state: null, amount: found },
    since: clock.now().toISOString(),
  }));

const placeOf = (exchangeAccountId: string) => ({ organizationId: platformOrganizationId, exchangeAccountId });

/** All virtual accounts of an exchange account, and what is left, against its wallet. @throws {Refusal}, {ExchangeError} */
export const compareWallet = (exchangeAccountId: string, asking: Asking): Promise<Inconsistency[]> =>
  atExchange(placeOf(exchangeAccountId), asking, async (account) => {
    const seen = await seeWallet(account, exchangeAccountId, asking.deps);
    return seen ? told(exchangeAccountId, seen, asking.deps) : [];
  });

/** Books what came or went to the rest, as its worker does after minutes. @throws {Refusal}, {ExchangeError} */
export const fixWallet = (
  exchangeAccountId: string,
  { audit, dryRun, ...asking }: Asking & { readonly audit: AuditNote; readonly dryRun: boolean },
): Promise<ConsistencyFix['done']> =>
  atExchange(placeOf(exchangeAccountId), asking, async (account) => {
    const { actor, deps } = asking;
    const seen = await seeWallet(account, exchangeAccountId, deps);
    if (seen === null || seen.differences.length === 0) return [];
    const { booked, differences } = seen;
    const isBooked =
      dryRun ||
      (await deps.database.forOrganization(platformOrganizationId).transaction(async (within) => {
        const isSame = await bookWallet(within, exchangeAccountId, booked, { by: actor.operatorId, differences });
        if (isSame) await audit.storeIn(within, { exchangeAccountId, bookedToRest: differences.length });
        return isSame;
      }));
    return told(exchangeAccountId, seen, deps).map((one) => ({ ...one, outcome: isBooked ? 'bookedToRest' : 'waits' }));
  });
