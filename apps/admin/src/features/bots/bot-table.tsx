import Box from '@mui/material/Box';
import { PageLink } from '@tenbin/app-kit';
import { BotState, useCauseLabel } from '@tenbin/bot-views';
import type { AdministeredBot, BotSort, Mapped } from '@tenbin/contract';
import { decimals, Figure, formatDate, formatDay, unknownFigure } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { type ColumnOrders, ListTable } from '../../app/list-table.tsx';
import { useText } from '../../app/text.ts';
import type { BotColumn } from './bot-columns.ts';

type Row = Mapped<AdministeredBot>;

const orders: Partial<Readonly<Record<BotColumn | 'name', ColumnOrders<BotSort>>>> = {
  name: [
    { sort: 'name', is: 'ascending' },
    { sort: 'nameDown', is: 'descending' },
  ],
  stoppedAt: [
    { sort: 'stopped', is: 'descending' },
    { sort: 'stoppedUp', is: 'ascending' },
  ],
  lastFill: [
    { sort: 'lastFill', is: 'descending' },
    { sort: 'lastFillUp', is: 'ascending' },
  ],
  created: [
    { sort: 'newest', is: 'descending' },
    { sort: 'oldest', is: 'ascending' },
  ],
};

interface BotTableProps {
  readonly rows: readonly Row[];
  readonly columns: readonly BotColumn[];
  readonly sort: BotSort;
  readonly onSort: (sort: BotSort) => void;
}

export function BotTable({ rows, columns, sort, onSort }: BotTableProps) {
  const text = useText('administeredBots');
  const labelOf = useCauseLabel();
  const cell: Readonly<Record<BotColumn, (bot: Row) => ReactNode>> = {
    owner: ({ user, email }) => (
      <PageLink to="/users/$userId" params={{ userId: user }} color="text.secondary">
        {email}
      </PageLink>
    ),
    state: ({ state, autoStartRequested }) => <BotState state={state} autoStartRequested={autoStartRequested} />,
    cause: ({ stopCause }) => (stopCause === null ? unknownFigure : labelOf(stopCause)),
    stoppedAt: ({ stoppedAt }) => (stoppedAt ? formatDate(stoppedAt) : unknownFigure),
    exchange: ({ exchange, keyEndsAt }) => (
      <>
        {exchange.name}
        {keyEndsAt !== null && <Box>{text('keyEndsAt', { at: formatDate(keyEndsAt) })}</Box>}
      </>
    ),
    pairs: ({ pairs }) => pairs.join(', '),
    lastFill: ({ lastFillAt }) => (lastFillAt ? formatDate(lastFillAt) : text('noFill')),
    fills: ({ executionCount }) => <Figure value={executionCount} digits={0} />,
    openOrders: ({ openOrderCount, expectedOrderCount }) => `${openOrderCount} / ${expectedOrderCount}`,
    profit: ({ startDate, basisPoint }) => <Figure value={startDate === null ? null : basisPoint} digits={decimals.bps} change />,
    created: ({ createdAt }) => formatDay(createdAt),
  };
  const name = {
    id: 'name',
    name: text('search'),
    orders: orders.name,
    cell: (bot: Row) => (
      <PageLink to="/bots/$botId" params={{ botId: bot.id }}>
        {bot.name}
      </PageLink>
    ),
  };
  return (
    <ListTable<Row, BotSort>
      label={text('title')}
      rows={rows}
      columns={[name, ...columns.map((id) => ({ id, name: text(columnName(id)), cell: cell[id], orders: orders[id] }))]}
      sort={sort}
      onSort={onSort}
    />
  );
}

/** Its word, which has its moment as a sentence elsewhere. */
export const columnName = (column: BotColumn) => (column === 'stoppedAt' ? 'stoppedSince' : column);
