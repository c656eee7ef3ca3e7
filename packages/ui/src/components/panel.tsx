import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import type { SxProps, Theme } from '@mui/material/styles';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { radius } from '../theme/tokens.ts';

export interface PanelProps {
  readonly title?: ReactNode;
  /** Right of the title: a link or a button. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
  readonly sx?: SxProps<Theme>;
  /** Without the padding around its content: for tables and lists. */
  readonly flush?: boolean;
}

/** A card: one idea, with its title. */
export function Panel({ title, action, children, sx, flush = false }: PanelProps) {
  const id = useId();
  return (
    <Paper
      component="section"
      aria-labelledby={title ? id : undefined}
      sx={[
        {
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: `${radius.card}px`,
          display: 'flex',
          flexDirection: 'column',
          minWidth: 0,
        },
        ...(Array.isArray(sx) ? sx : [sx]),
      ]}
    >
      {(title || action) && (
        <Box
          sx={{
            display: 'flex',
            alignItems: 'center',
            justifyContent: 'space-between',
            columnGap: 1,
            rowGap: 1.5,
            px: { xs: 2, sm: 2.5 },
            pt: 2,
            pb: flush ? 1.5 : 0,
            minHeight: 32,
            flexWrap: 'wrap',
          }}
        >
          <Typography variant="h2" id={id}>
            {title}
          </Typography>
          {action}
        </Box>
      )}
      <Box sx={{ flex: 1, minHeight: 0, minWidth: 0, ...(flush ? {} : { px: { xs: 2, sm: 2.5 }, py: 2 }) }}>{children}</Box>
    </Paper>
  );
}
