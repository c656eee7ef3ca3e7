import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import { PageLink } from '@tenbin/app-kit';
import type { AdministeredUser, Mapped } from '@tenbin/contract';
import { decimals, Figure, formatDate, formatDay, formatNumber, percent, unknownFigure } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { type ColumnOrders, ListTable } from '../../app/list-table.tsx';
import { useText } from '../../app/text.ts';
import type { UserOrder } from '../../app/user-search.ts';
import type { UserColumn } from './user-columns.ts';
import { UserMarks } from './user-marks.tsx';

type Row = Mapped<AdministeredUser>;

const orders: Partial<Readonly<Record<UserColumn | 'email', ColumnOrders<UserOrder>>>> = {
  email: [
    { sort: 'email', is: 'ascending' },
    { sort: 'emailDown', is: 'descending' },
  ],
  periodEnd: [
    { sort: 'periodEnd', is: 'ascending' },
    { sort: 'periodEndDown', is: 'descending' },
  ],
  lastSeen: [
    { sort: 'lastSeen', is: 'descending' },
    { sort: 'lastSeenUp', is: 'ascending' },
  ],
  since: [
    { sort: 'newest', is: 'descending' },
    { sort: 'oldest', is: 'ascending' },
  ],
};

interface UserTableProps {
  readonly rows: readonly Row[];
  readonly columns: readonly UserColumn[];
  readonly sort: UserOrder;
  readonly onSort: (sort: UserOrder) => void;
  /** Null where nobody may be chosen. */
  readonly chosen: ReadonlySet<string> | null;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

export function UserTable({ rows, columns, sort, onSort, chosen, onChoose }: UserTableProps) {
  const text = useText('users');
  const cell: Readonly<Record<UserColumn, (user: Row) => ReactNode>> = {
    plan: ({ planName, isPaid }) => planName ?? text(isPaid ? 'paid' : 'noPlan'),
    periodEnd: ({ periodEnd }) => (periodEnd ? inOneLine(formatDay(periodEnd)) : unknownFigure),
    limitUsed: ({ limitUsed }) => (limitUsed === null ? unknownFigure : percent(formatNumber(limitUsed, { digits: 0 }))),
    bots: ({ botCount, runningCount }) => (botCount === 0 ? unknownFigure : text('botsOf', { running: runningCount, count: botCount })),
    volume: ({ volumeThisMonth }) => <Figure value={volumeThisMonth} digits={decimals.usd} unit="USD" />,
    lastSeen: ({ lastSeenAt }) => (lastSeenAt ? formatDate(lastSeenAt) : text('never')),
    since: ({ organizationUserSince }) => inOneLine(formatDay(organizationUserSince)),
    referrer: ({ referredBy }) =>
      referredBy === null ? (
        unknownFigure
      ) : (
        <PageLink to="/users/$userId" params={{ userId: referredBy }}>
          {text('referredBy')}
        </PageLink>
      ),
    uid: ({ uid }) => uid,
  };
  const choose = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) isOn ? next.add(id) : next.delete(id);
    onChoose(next);
  };
  const ids = rows.map(({ id }) => id);
  const email = {
    id: 'email',
    name: text('email'),
    orders: orders.email,
    cell: (user: Row) => (
      <>
        <PageLink to="/users/$userId" params={{ userId: user.id }}>
          {user.email}
        </PageLink>{' '}
        <UserMarks user={user} />
      </>
    ),
  };
  return (
    <ListTable<Row, UserOrder>
      label={text('title')}
      rows={rows}
      columns={[email, ...columns.map((id) => ({ id, name: text(columnName(id)), cell: cell[id], orders: orders[id] }))]}
      sort={sort}
      onSort={onSort}
      mark={
        chosen && {
          head: (
            <Checkbox
              checked={ids.every((id) => chosen.has(id))}
              slotProps={{ input: { 'aria-label': text('selectPage') } }}
              onChange={(_, isOn) => choose(ids, isOn)}
            />
          ),
          of: (user) => (
            <Checkbox
              checked={chosen.has(user.id)}
              slotProps={{ input: { 'aria-label': text('select', { email: user.email }) } }}
              onChange={(_, isOn) => choose([user.id], isOn)}
            />
          ),
        }
      }
    />
  );
}

/** Its word: a filter of the same name says more than a column needs. */
export const columnName = (column: UserColumn) => (column === 'referrer' ? 'referredBy' : column);

/** A day does not break at its hyphens. */
const inOneLine = (words: string) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    {words}
  </Box>
);
