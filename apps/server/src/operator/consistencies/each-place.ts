import type { Language } from '@tenbin/accounts';
import type { BotPhase } from '@tenbin/bots';
import type { Consistencies } from '@tenbin/contract';
import { type AnyListedBot, platformOrganizationId } from '@tenbin/db';
import { ExchangeError } from '@tenbin/exchange';
import { messageOf } from '@tenbin/messages';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../route/refusal.ts';
import { refusalOf } from '../../route/refusal-of.ts';
import type { PlacedBot } from './stored-place.ts';
import { exchangeAccountsOf } from './wallet-of-accounts.ts';

/** One look compares so many bots, and lasts so long, at most. */
const most = { bots: 500, ms: 20_000, unasked: 100 };
const inTurn: readonly BotPhase['kind'][] = ['running', 'stopping', 'starting', 'rebalancing', 'stopped'];

/** All virtual accounts of one exchange account. */
interface PlacedWallet {
  readonly row: null;
  readonly organizationId: string;
  readonly exchangeAccountId: string;
}

/**
 * Bots that have ever traded: the platform's own, then users', those that run first. After the platform's own, its wallets.
 *
 * @param ids - only these bots
 */
async function* inTheirTurn(deps: ServerContext, ids: readonly string[] | null): AsyncIterable<PlacedBot | PlacedWallet> {
  const accounts = await exchangeAccountsOf(deps);
  const own = await deps.database.forOrganization(platformOrganizationId).bots.listOfAccounts(accounts);
  for (const row of own)
    if (row.ledger !== null && (ids === null || ids.includes(row.id))) yield { row, organizationId: platformOrganizationId };
  if (ids === null)
    for (const exchangeAccountId of accounts) yield { row: null, organizationId: platformOrganizationId, exchangeAccountId };
  for await (const row of ofUsers(deps, ids)) if (row.ledger !== null) yield { row, organizationId: row.organizationId };
}

async function* ofUsers({ database }: ServerContext, ids: readonly string[] | null): AsyncIterable<AnyListedBot> {
  const { botList } = database.platform.everybody;
  for (const id of ids ?? []) {
    const row = await botList.find(id);
    if (row && row.userId !== null) yield row;
  }
  for (const state of ids === null ? inTurn : []) for await (const page of botList.all({ state, isOfPlatform: false })) yield* page;
}

type Unasked = Consistencies['unasked'][number];

/** What came of all; or why its exchange could not be asked. */
export interface Visited<T> {
  readonly asked: number;
  readonly results: readonly T[];
  readonly unasked: readonly Unasked[];
}

/** Does something with one bot, or wallet, after the other, so many at once, until the time is over. */
export async function eachPlace<T>(
  {
    deps,
    language,
    ids,
    atOnce,
  }: { readonly deps: ServerContext; readonly language: Language; readonly ids: readonly string[] | null; readonly atOnce: number },
  work: { readonly bot: (bot: PlacedBot) => Promise<readonly T[]>; readonly wallet: (exchangeAccountId: string) => Promise<readonly T[]> },
): Promise<Visited<T>> {
  const endsAt = deps.clock.now().getTime() + most.ms;
  const results: T[] = [];
  const unasked: Unasked[] = [];
  let asked = 0;
  const cannot = (place: PlacedBot | PlacedWallet, error: unknown): void => {
    const refusal = refusalOf(error);
    // One that is broken here keeps nobody else from being looked at.
    if (!refusal) deps.log.error({ err: error, botId: place.row?.id ?? null }, 'bot.compare_failed');
    const { code, details } = refusal ?? new Refusal('internal', { facts: { reference: 'consistencies' } });
    const { text } = messageOf(code, language, details.facts);
    const exchangeAccountId = place.row === null ? place.exchangeAccountId : place.row.exchangeAccountId;
    unasked.push({ botId: place.row?.id ?? null, exchangeAccountId, organization: place.organizationId, code, message: text });
  };
  const places = inTheirTurn(deps, ids)[Symbol.asyncIterator]();
  const next = async (): Promise<PlacedBot | PlacedWallet | null> => {
    const { value, done } = await places.next();
    return done ? null : value;
  };
  const line = async () => {
    for (let place = await next(); place !== null && unasked.length < most.unasked; place = await next()) {
      if (asked >= most.bots || deps.clock.now().getTime() >= endsAt) {
        cannot(place, new ExchangeError('the time is over', { kind: 'transient', reason: 'deadlinePassed' }));
        continue;
      }
      try {
        results.push(...(await (place.row === null ? work.wallet(place.exchangeAccountId) : work.bot(place))));
        if (place.row !== null) asked += 1;
      } catch (error) {
        cannot(place, error);
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  return { asked, results, unasked };
}
