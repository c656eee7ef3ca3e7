import type { Language } from '@tenbin/accounts';
import type { Consistencies } from '@tenbin/contract';
import { ExchangeError } from '@tenbin/exchange';
import { messageOf } from '@tenbin/messages';
import { newReference } from '@tenbin/runtime';
import type { ServerContext } from '../../context.ts';
import { Refusal } from '../../route/refusal.ts';
import { refusalOf } from '../../route/refusal-of.ts';
import { type Among, countPlaces, type Place, placesOf } from './places.ts';
import type { PlacedBot } from './stored-place.ts';

/** One look compares so many bots, and lasts so long, at most; of those that could not be asked so many are named. */
const most = { bots: 500, ms: 20_000, unasked: 100 };

type Unasked = Consistencies['unasked'][number];

/** What came of all; or why its exchange could not be asked. */
export interface Visited<T> {
  readonly asked: number;
  readonly results: readonly T[];
  readonly unasked: readonly Unasked[];
  /** How many could not be asked: not all of them may be named. */
  readonly unaskedCount: number;
  /** How many the look did not come to. */
  readonly left: number;
  /** From where on the next look goes on; null where it came to all, or where they were named. */
  readonly next: string | null;
}

/** Does something with one bot, or wallet, after the other, so many at once, until the time is over. */
export async function eachPlace<T>(
  {
    deps,
    language,
    among,
    atOnce,
  }: { readonly deps: ServerContext; readonly language: Language; readonly among: Among; readonly atOnce: number },
  work: { readonly bot: (bot: PlacedBot) => Promise<readonly T[]>; readonly wallet: (exchangeAccountId: string) => Promise<readonly T[]> },
): Promise<Visited<T>> {
  const endsAt = deps.clock.now().getTime() + most.ms;
  const results: T[] = [];
  const unasked: Unasked[] = [];
  let [asked, begun, unaskedCount] = [0, 0, 0];
  /** The first to which the look did not come. */
  let next: string | null = null;
  const cannot = (place: Place, error: unknown): void => {
    unaskedCount += 1;
    if (unasked.length < most.unasked) unasked.push(whyUnasked(place, error, { deps, language }));
  };
  const isNamed = among.botIds !== null || among.exchangeAccountIds !== null;
  const places = placesOf(deps, among)[Symbol.asyncIterator]();
  const isOver = () => begun >= most.bots || deps.clock.now().getTime() >= endsAt;
  const visit = async (place: Place) => {
    try {
      if (place.row === undefined) throw new Refusal(place.botId === null ? 'exchangeAccountNotFound' : 'botNotFound');
      results.push(...(await (place.row === null ? work.wallet(place.exchangeAccountId) : work.bot(place))));
      if (place.row !== null) asked += 1;
    } catch (error) {
      cannot(place, error);
    }
  };
  const line = async () => {
    while (next === null) {
      const { value, done } = await places.next();
      if (done) return;
      const [place, cursor] = value;
      if (!isOver()) {
        begun += 1;
        await visit(place);
      } else if (isNamed) cannot(place, new ExchangeError('the time is over', { kind: 'transient', reason: 'deadlinePassed' }));
      else next ??= cursor;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, line));
  const left = next === null ? 0 : await countPlaces(deps, { ...among, cursor: next });
  return { asked, results, unasked, unaskedCount, left, next };
}

function whyUnasked(
  place: Place,
  error: unknown,
  { deps, language }: { readonly deps: ServerContext; readonly language: Language },
): Unasked {
  const botId = place.row === undefined ? place.botId : (place.row?.id ?? null);
  const refusal = refusalOf(error);
  const { code, details } = refusal ?? recorded(error, { deps, botId });
  // An operator can tell a pause that the exchange asks for from one that is silent.
  const isOfExchange = error instanceof ExchangeError && code === 'exchangeUnreachable';
  const { text } = isOfExchange ? messageOf(error.reason, language) : messageOf(code, language, details.facts);
  if (isOfExchange) deps.log.warn({ err: error }, 'exchange.request_failed');
  const exchangeAccountId = place.row ? place.row.exchangeAccountId : place.exchangeAccountId;
  return { botId, exchangeAccountId, organization: place.row === undefined ? null : place.organizationId, code, message: text };
}

/** One that is broken here keeps nobody else from being looked at. */
function recorded(error: unknown, { deps, botId }: { readonly deps: ServerContext; readonly botId: string | null }): Refusal {
  const reference = newReference(deps.clock);
  deps.log.error({ reference, botId, err: error }, 'bot.compare_failed');
  return new Refusal('internal', { facts: { reference } });
}
