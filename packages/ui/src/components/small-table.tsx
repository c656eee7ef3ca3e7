import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { hidden } from './visually-hidden.ts';

interface SmallTableProps {
  readonly label: string;
  /** Of the columns; the first one names the rows. */
  readonly heads: readonly ReactNode[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Pixels; what is longer scrolls. */
  readonly maxHeight?: number;
  /** A line between the rows. */
  readonly lined?: boolean;
  /**
   * On a phone each row takes two lines: its name beside its last figure, the others below. `named`: a line for each figure,
   * beside the name of its column, which is text then. Nothing scrolls sideways.
   */
  readonly stacked?: boolean | 'named';
  readonly sx?: SxProps<Theme>;
}

/** The head is left to those who hear it; a row breaks after what is most important of it. */
const stackedOnPhones = (theme: Theme): object => ({
  [theme.breakpoints.down('sm')]: {
    '& thead': { ...hidden, width: '1px', height: '1px', margin: '-1px' },
    '& tbody tr': { display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', py: 0.75 },
    '& tbody tr::before': { content: '""', order: 2, flexBasis: '100%' },
    '& tbody th:first-of-type': { flexGrow: 1, py: 0 },
    '& tbody td:last-of-type': { order: 1, py: 0, fontWeight: 600 },
    '& tbody td:not(:last-of-type)': {
      order: 3,
      py: 0,
      pl: 0,
      fontSize: 13,
      color: 'text.secondary',
      whiteSpace: 'normal',
      textAlign: 'left',
    },
    '& tbody td:not(:last-of-type) + td:not(:last-of-type)': { borderLeft: '1px solid', borderColor: 'divider', ml: 1, pl: 1 },
  },
});

const namedOnPhones = (theme: Theme): object => ({
  [theme.breakpoints.down('sm')]: {
    '& thead': { ...hidden, width: '1px', height: '1px', margin: '-1px' },
    '& tbody tr': { display: 'block', py: 0.75 },
    '& tbody th:first-of-type': { display: 'block', fontWeight: 600 },
    '& tbody td': {
      display: 'flex',
      justifyContent: 'space-between',
      columnGap: 1.5,
      pl: 0,
      py: 0.25,
      whiteSpace: 'normal',
      overflowWrap: 'anywhere',
    },
    // The name gives way before a figure breaks.
    '& tbody td::before': {
      content: 'attr(data-column)',
      color: 'text.secondary',
      textAlign: 'left',
      flexShrink: 1000,
      minWidth: '5em',
      overflowWrap: 'break-word',
    },
  },
});

/** Figures in rows: names on the left, figures on the right. What is too wide or too long scrolls, by keyboard too. */
export function SmallTable({ label, heads, rows, maxHeight, lined = false, stacked = false, sx }: SmallTableProps) {
  return (
    <Box
      tabIndex={0}
      role="group"
      aria-label={label}
      sx={[
        {
          overflow: 'auto',
          maxHeight,
          fontSize: 14,
          '& table': { width: '100%', borderCollapse: 'collapse' },
          '& th, & td': { textAlign: 'right', pl: 1.5, py: lined ? 0.75 : 0.5, fontWeight: 400, whiteSpace: 'nowrap' },
          '& th:first-of-type': { textAlign: 'left', pl: 0 },
          '& thead th': { color: 'text.secondary' },
          ...(lined && { '& tbody tr': { borderTop: '1px solid', borderColor: 'divider' } }),
        },
        stacked === 'named' ? namedOnPhones : stacked && stackedOnPhones,
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      <table aria-label={label}>
        <thead>
          <tr>
            {heads.map((head, column) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
              <th scope="col" key={column}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...figures] }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {figures.map((figure, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places
                <td key={column} data-column={stacked === 'named' ? heads[column + 1] : undefined}>
                  {figure}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
