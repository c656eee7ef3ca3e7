import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** Holds what sets the width in sight, below the page's head, while the results under it are read. */
export function WidthBar({ children }: { children: ReactNode }) {
  return (
    <Box
      sx={{
        position: 'sticky',
        top: 64,
        zIndex: 3,
        bgcolor: 'background.paper',
        display: 'grid',
        columnGap: { xs: 2.5, sm: 4 },
        gridTemplateColumns: 'max-content minmax(0, 1fr)',
        alignItems: 'center',
        pt: 1.5,
        pr: 1.5,
        mb: 1.5,
      }}
    >
      {children}
    </Box>
  );
}
