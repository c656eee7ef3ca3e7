import { changedSearch } from '@tenbin/app-kit';

/** What a list may show beside what names a row, in this order, and what it shows where nothing was chosen. */
export interface ListColumns<Name extends string> {
  readonly all: readonly Name[];
  readonly usual: readonly Name[];
}

/** As the address has them: names, by commas; undefined where the usual ones are shown. */
export function columnsIn<Name extends string>(columns: ListColumns<Name>, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const chosen = chosenColumns(columns, value).join();
  return chosen === columns.usual.join() ? undefined : chosen || 'none';
}

export function chosenColumns<Name extends string>({ all, usual }: ListColumns<Name>, value: string | undefined): Name[] {
  if (value === undefined) return [...usual];
  const names = value.split(',');
  return all.filter((one) => names.includes(one));
}

/** What the address has once a column is shown or hidden. */
export function withColumn<Name extends string>(columns: ListColumns<Name>, value: string | undefined, name: Name, isShown: boolean) {
  const shown = chosenColumns(columns, value);
  return columnsIn(columns, columns.all.filter((one) => (one === name ? isShown : shown.includes(one))).join());
}

interface ColumnSearch {
  readonly page?: number;
  readonly columns?: string;
}

/** What an address says once other columns are chosen: a list stays at its page. */
export const withColumns = <Search extends ColumnSearch>(now: Search, next: (chosen: string | undefined) => string | undefined): Search =>
  changedSearch<ColumnSearch>(now, { page: now.page, columns: next(now.columns) }) as Search;
