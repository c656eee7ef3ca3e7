import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

interface SmallTableProps {
  readonly label: string;
  /** Of the columns; the first one names the rows. */
  readonly heads: readonly ReactNode[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
  /** Pixels; what is longer scrolls. */
  readonly maxHeight?: number;
  /** A line between the rows. */
  readonly lined?: boolean;
  readonly sx?: SxProps<Theme>;
}

/** Figures in rows: names on the left, figures on the right. What is too wide or too long scrolls, by keyboard too. */
export function SmallTable({ label, heads, rows, maxHeight, lined = false, sx }: SmallTableProps) {
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
                <td key={column}>{figure}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}
