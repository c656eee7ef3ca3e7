import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import { keyOf } from '@tenbin/app-kit';
import type { getRecordTotals, listBots, listOwnRecords, Mapped, Route, RouteReply } from '@tenbin/contract';
import { add, addBalances, parseDecimal, tradeChange } from '@tenbin/market';
import type { BotRoutes } from '../bot-routes.ts';
import type { BotView } from '../bots/bot-view.ts';
import type { RecordView } from '../records/record-profit.ts';

/** Reads that name no bot, and have something of each. */
export interface ListRoutes {
  readonly bots: typeof listBots;
  /** Records of all bots, and what they add up to. */
  readonly history: typeof listOwnRecords;
  readonly historyTotals: typeof getRecordTotals;
}

type Routes = ListRoutes & Pick<BotRoutes, 'records' | 'recordCount' | 'volume'>;
type Reply<R> = Mapped<RouteReply<R>>;

/**
 * Puts a new record into everything shown that it tells about, without reading it again.
 *
 * - No record is in a list twice.
 * - A figure that may have the record in it already is read again, not added to.
 * - A read that is under way is made again: whether it sees the record, nobody knows.
 *
 * @returns the reads that have to be made again
 */
export function takeRecord(queries: QueryClient, routes: Routes, record: RecordView): QueryKey[] {
  const { botId } = record;
  const touched: QueryKey[] = [];
  const lists = [...cached<RecordView[]>(queries, routes.records, botId), ...cached<RecordView[]>(queries, routes.history, undefined)];
  const isKnown = lists.some(({ state }) => state.data?.some(({ id }) => id === record.id));
  const update = <R extends Route>(route: R, id: string | undefined, next: (data: Reply<R>, input: PageQuery) => Reply<R> | null): void => {
    for (const { queryKey, state } of cached<Reply<R>>(queries, route, id)) {
      if (state.data === undefined) continue;
      const data = state.fetchStatus === 'fetching' ? null : next(state.data, queryOf(queryKey));
      if (data === null) touched.push(queryKey);
      else if (data !== state.data) queries.setQueryData(queryKey, data);
    }
  };
  update(routes.records, botId, (list, page) => withRecord(list, record, page));
  update(routes.history, undefined, (list, page) => withRecord(list, record, page));
  update(routes.bots, undefined, (bots) => bots.map((bot) => (bot.id === botId ? afterRecord(bot, record) : bot)));
  const addTo = <Figure extends object>(figure: Figure, filter: Filter, sum: () => Figure): Figure | null => {
    if (!passes(record, filter)) return figure;
    return isKnown ? null : sum();
  };
  update(routes.recordCount, botId, (figure, period) => addTo(figure, period, () => ({ count: figure.count + 1 })));
  update(routes.volume, botId, (figure, period) => addTo(figure, period, () => ({ volume: figure.volume + record.volume })));
  update(routes.historyTotals, undefined, (totals, filter) => addTo(totals, filter, () => totalsWith(totals, record)));
  return touched;
}

interface Filter {
  readonly start?: string | number;
  readonly end?: string | number;
  readonly botId?: string;
  readonly pair?: string;
  readonly side?: string;
}

interface PageQuery extends Filter {
  readonly offset?: number;
  readonly limit?: number;
}

const defaultLimit = 20;

const cached = <Data>(queries: QueryClient, route: Route, id: string | undefined): Query<Data>[] =>
  queries.getQueryCache().findAll({ queryKey: keyOf(route, id) }) as Query<Data>[];

const queryOf = (queryKey: readonly unknown[]): PageQuery => (queryKey.at(-1) as { readonly query?: PageQuery } | undefined)?.query ?? {};

/** As the server filters. */
function passes(record: RecordView, { start, end, ...named }: Filter): boolean {
  const at = Date.parse(record.createdAt);
  return (
    (start === undefined || at >= new Date(start).getTime()) &&
    (end === undefined || at < new Date(end).getTime()) &&
    (['botId', 'pair', 'side'] as const).every((name) => named[name] === undefined || named[name] === record[name])
  );
}

const totalsWith = (totals: Reply<typeof getRecordTotals>, record: RecordView): Reply<typeof getRecordTotals> => ({
  count: totals.count + 1,
  volume: add(totals.volume, parseDecimal(record.volume)),
  basisPoint: totals.basisPoint + record.basisPointChanged,
  earned: add(totals.earned, record.earned ?? '0'),
  fees: addBalances(totals.fees, { [record.feeCurrency]: record.fee }),
  changes: addBalances(totals.changes, tradeChange(record)),
});

/** Null where the record moves what is listed on from another page. */
function withRecord(list: RecordView[], record: RecordView, page: PageQuery): RecordView[] | null {
  if (!passes(record, page) || list.some(({ id }) => id === record.id)) return list;
  if ((page.offset ?? 0) > 0) return null;
  const place = list.findIndex(({ createdAt }) => createdAt <= record.createdAt);
  return list.toSpliced(place < 0 ? list.length : place, 0, record).slice(0, page.limit ?? defaultLimit);
}

/** A bot that shows the record's moment, or a later one, has it in its figures. */
function afterRecord<B extends BotView>(bot: B, record: RecordView): B {
  if (bot.lastFillAt !== null && bot.lastFillAt >= record.createdAt) return bot;
  return {
    ...bot,
    balances: record.balance,
    basisPoint: bot.basisPoint + record.basisPointChanged,
    annualRate: record.annualRate,
    executionCount: bot.executionCount + 1,
    lastFillAt: record.createdAt,
  };
}
