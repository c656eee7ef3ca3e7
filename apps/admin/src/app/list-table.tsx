import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';

/** The orders of a column, the one that its head asks for first in front. */
export type ColumnOrders<Sort extends string> = readonly [first: ColumnOrder<Sort>, second: ColumnOrder<Sort>];

interface ColumnOrder<Sort extends string> {
  readonly sort: Sort;
  readonly is: 'ascending' | 'descending';
}

export interface ListColumn<Row, Sort extends string> {
  readonly id: string;
  readonly name: string;
  readonly cell: (row: Row) => ReactNode;
  readonly orders?: ColumnOrders<Sort> | undefined;
}

interface ListTableProps<Row extends { readonly id: string }, Sort extends string> {
  readonly label: string;
  readonly rows: readonly Row[];
  /** The first one names a row. */
  readonly columns: readonly [ListColumn<Row, Sort>, ...ListColumn<Row, Sort>[]];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Stands before each row, and before the heads. */
  readonly mark?: { readonly head: ReactNode; readonly of: (row: Row) => ReactNode } | null;
}

/** Rows on a wide page; on a narrow one each is a list of facts. */
export function ListTable<Row extends { readonly id: string }, Sort extends string>({
  label,
  rows,
  columns,
  sort,
  onSort,
  mark = null,
}: ListTableProps<Row, Sort>) {
  const [first, ...others] = columns;
  return (
    <Box sx={{ overflowX: 'auto' }}>
      <Box
        component="table"
        aria-label={label}
        sx={{
          width: '100%',
          borderCollapse: 'collapse',
          fontSize: 14,
          '& th, & td': { px: { xs: 2, sm: 1.5 }, py: 1, textAlign: 'left', fontWeight: 400, verticalAlign: 'middle' },
          '& thead th': { color: 'text.secondary', whiteSpace: 'nowrap' },
          '& tbody th': { overflowWrap: 'anywhere', minWidth: { md: 220 } },
          '& [data-label]::before': { display: { xs: 'inline', md: 'none' }, content: 'attr(data-label) ": "', color: 'text.secondary' },
          '& thead': { display: { xs: 'none', md: 'table-header-group' } },
          '& tbody tr, & tbody th, & tbody td': { display: { xs: 'block', md: 'revert' } },
          '& tbody td, & tbody th': { py: { xs: 0.25, md: 1 } },
          '& tbody tr': { py: { xs: 1, md: 0 }, borderTop: '1px solid', borderColor: 'divider' },
        }}
      >
        <thead>
          <tr>
            {mark && <td>{mark.head}</td>}
            {columns.map((column) => (
              <ColumnHead key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {mark && <td>{mark.of(row)}</td>}
              <th scope="row">{first.cell(row)}</th>
              {others.map(({ id, name, cell }) => (
                <td key={id} data-label={name}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Box>
    </Box>
  );
}

interface ColumnHeadProps<Row, Sort extends string> {
  readonly column: ListColumn<Row, Sort>;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** Of a column that has orders its head is a button: for the first of them, and then for the other one. */
function ColumnHead<Row, Sort extends string>({ column: { name, orders }, sort, onSort }: ColumnHeadProps<Row, Sort>) {
  if (!orders) return <th scope="col">{name}</th>;
  const [first, second] = orders;
  const present = orders.find((order) => order.sort === sort);
  return (
    <th scope="col" aria-sort={present?.is ?? 'none'}>
      <ButtonBase
        onClick={() => onSort(present === first ? second.sort : first.sort)}
        sx={{ font: 'inherit', gap: 0.5, borderRadius: 0.5 }}
      >
        {name}
        <Box component="span" aria-hidden sx={{ width: '1em', visibility: present ? 'visible' : 'hidden' }}>
          {present?.is === 'ascending' ? '↑' : '↓'}
        </Box>
      </ButtonBase>
    </th>
  );
}
