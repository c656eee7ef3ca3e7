import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Checkbox from '@mui/material/Checkbox';
import { PageLink } from '@tenbin/app-kit';
import type { AdministeredUser, Mapped } from '@tenbin/contract';
import { decimals, Figure, formatDate, formatDay, unknownFigure } from '@tenbin/ui';
import type { ReactNode } from 'react';
import { useText } from '../../app/text.ts';
import type { UserOrder } from '../../app/user-search.ts';
import type { UserColumn } from './user-columns.ts';
import { UserMarks } from './user-marks.tsx';

type Row = Mapped<AdministeredUser>;

/** The orders of a column, the one that its head asks for first in front. */
const orders: Partial<Readonly<Record<UserColumn | 'email', readonly [first: ColumnOrder, second: ColumnOrder]>>> = {
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

interface ColumnOrder {
  readonly sort: UserOrder;
  readonly is: 'ascending' | 'descending';
}

interface UserTableProps {
  readonly rows: readonly Row[];
  readonly columns: readonly UserColumn[];
  readonly sort: UserOrder;
  readonly onSort: (sort: UserOrder) => void;
  /** Null where nobody may be chosen. */
  readonly chosen: ReadonlySet<string> | null;
  readonly onChoose: (chosen: ReadonlySet<string>) => void;
}

/** Rows on a wide page; on a narrow one each user is a list of facts. */
export function UserTable({ rows, columns, sort, onSort, chosen, onChoose }: UserTableProps) {
  const text = useText('users');
  const cell: Readonly<Record<UserColumn, (user: Row) => ReactNode>> = {
    plan: ({ planName, isPaid }) => planName ?? text(isPaid ? 'paid' : 'noPlan'),
    periodEnd: ({ periodEnd }) => (periodEnd ? formatDay(periodEnd) : unknownFigure),
    bots: ({ botCount, runningCount }) => (botCount === 0 ? unknownFigure : text('botsOf', { running: runningCount, count: botCount })),
    volume: ({ volumeThisMonth }) => <Figure value={volumeThisMonth} digits={decimals.usd} unit="USD" />,
    lastSeen: ({ lastSeenAt }) => (lastSeenAt ? formatDate(lastSeenAt) : text('never')),
    since: ({ organizationUserSince }) => formatDay(organizationUserSince),
  };
  const choose = (ids: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const id of ids) isOn ? next.add(id) : next.delete(id);
    onChoose(next);
  };
  const ids = rows.map(({ id }) => id);
  const isAll = chosen !== null && ids.every((id) => chosen.has(id));
  return (
    <Box
      component="table"
      aria-label={text('title')}
      sx={{
        width: '100%',
        borderCollapse: 'collapse',
        fontSize: 14,
        '& th, & td': { px: { xs: 2, sm: 1.5 }, py: 1, textAlign: 'left', fontWeight: 400, verticalAlign: 'middle' },
        '& thead th': { color: 'text.secondary', whiteSpace: 'nowrap' },
        '& tbody th': { overflowWrap: 'anywhere' },
        '& [data-label]::before': { display: { xs: 'inline', md: 'none' }, content: 'attr(data-label) ": "', color: 'text.secondary' },
        '& thead': { display: { xs: 'none', md: 'table-header-group' } },
        '& tbody tr, & tbody th, & tbody td': { display: { xs: 'block', md: 'revert' } },
        '& tbody td, & tbody th': { py: { xs: 0.25, md: 1 } },
        '& tbody tr': { py: { xs: 1, md: 0 }, borderTop: '1px solid', borderColor: 'divider' },
      }}
    >
      <thead>
        <tr>
          {chosen && (
            <td>
              <Checkbox
                checked={isAll}
                slotProps={{ input: { 'aria-label': text('selectPage') } }}
                onChange={(_, isOn) => choose(ids, isOn)}
              />
            </td>
          )}
          {(['email', ...columns] as const).map((name) => (
            <ColumnHead key={name} name={name} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((user) => (
          <tr key={user.id}>
            {chosen && (
              <td>
                <Checkbox
                  checked={chosen.has(user.id)}
                  slotProps={{ input: { 'aria-label': text('select', { email: user.email }) } }}
                  onChange={(_, isOn) => choose([user.id], isOn)}
                />
              </td>
            )}
            <th scope="row">
              <PageLink to="/users/$userId" params={{ userId: user.id }}>
                {user.email}
              </PageLink>{' '}
              <UserMarks user={user} />
            </th>
            {columns.map((name) => (
              <td key={name} data-label={text(name)}>
                {cell[name](user)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Box>
  );
}

/** Of a column that has orders its head is a button: for the first of them, and then for the other one. */
function ColumnHead({ name, sort, onSort }: Pick<UserTableProps, 'sort' | 'onSort'> & { readonly name: UserColumn | 'email' }) {
  const text = useText('users');
  const [first, second] = orders[name] ?? [];
  const present = [first, second].find((order) => order?.sort === sort);
  if (!first || !second) return <th scope="col">{text(name)}</th>;
  return (
    <th scope="col" aria-sort={present?.is ?? 'none'}>
      <ButtonBase
        onClick={() => onSort(present === first ? second.sort : first.sort)}
        sx={{ font: 'inherit', gap: 0.5, borderRadius: 0.5 }}
      >
        {text(name)}
        <Box component="span" aria-hidden sx={{ width: '1em', visibility: present ? 'visible' : 'hidden' }}>
          {present?.is === 'ascending' ? '↑' : '↓'}
        </Box>
      </ButtonBase>
    </th>
  );
}
