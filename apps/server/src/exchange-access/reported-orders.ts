import { type ExchangeAccount, ExchangeError, type OrderReport } from '@tenbin/exchange';
import type { PairName } from '@tenbin/market';
import type { Clock } from '../clock.ts';
import { createRemembering } from './remembering.ts';

/** The open orders of an account on some pairs, as the exchange said. */
export interface ReportedOrders {
  readonly orders: readonly OrderReport[];
  /** When the question left. */
  readonly askedAt: Date;
}

export type Answered =
  | { readonly latest: ReportedOrders; readonly error: null }
  /** The exchange did not answer now; `latest` is what it said before, null where it never did. */
  | { readonly latest: ReportedOrders | null; readonly error: unknown };

/** Asks exchanges for the open orders of bots, so that screens that are looked at do not hammer them. */
export interface OrderReader {
  /** Never throws: an exchange that does not answer is an answer. @param ask - asks the exchange; called at most once in two seconds for a bot */
  read(botId: string, ask: () => Promise<ReportedOrders>): Promise<Answered>;
}

const rememberMs = 2_000;
const maxBots = 1_000;

export function createOrderReader({ clock, forMs = rememberMs }: { readonly clock: Clock; readonly forMs?: number }): OrderReader {
  const latest = new Map<string, ReportedOrders>();
  const answers = createRemembering<Answered>({ clock, forMs });

  return {
    read: (botId, ask) =>
      answers.get(botId, async () => {
        try {
          const found = await ask();
          latest.delete(botId);
          if (latest.size >= maxBots) latest.delete(latest.keys().next().value ?? '');
          latest.set(botId, found);
          return { latest: found, error: null };
        } catch (error) {
          return { latest: latest.get(botId) ?? null, error };
        }
      }),
  };
}

/** Pair by pair: asking for all at once costs more at most exchanges, and one that is gone leaves the others. */
export async function fetchReportedOrders(
  account: Pick<ExchangeAccount, 'fetchOpenOrders'>,
  { pairs, now }: { pairs: readonly PairName[]; now: () => Date },
): Promise<ReportedOrders> {
  const askedAt = now();
  const found = await Promise.all(pairs.map((pair) => account.fetchOpenOrders(pair).catch(noneIfUnlisted)));
  return { orders: found.flat(), askedAt };
}

/** @throws what was given, unless the exchange says that it has no such pair */
function noneIfUnlisted(error: unknown): readonly OrderReport[] {
  if (error instanceof ExchangeError && error.reason === 'badSymbol') return [];
  throw error;
}
