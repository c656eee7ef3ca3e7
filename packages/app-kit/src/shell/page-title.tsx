import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useEffect } from 'react';
import { useInstallation } from '../app/installation.ts';

/** A page's heading, which also names the browser's tab. */
export function PageTitle({ title, action, children }: { title: string; action?: ReactNode; children?: ReactNode }) {
  const { brand } = useInstallation();
  useEffect(() => {
    document.title = `${title} – ${brand.name}`;
  }, [title, brand.name]);
  return (
    <Box
      sx={{
        display: 'flex',
        flexWrap: 'wrap',
        alignItems: 'center',
        justifyContent: 'space-between',
        columnGap: 2,
        rowGap: 1,
        mb: 2.5,
        minHeight: 40,
      }}
    >
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h1">{title}</Typography>
        {children}
      </Box>
      {action}
    </Box>
  );
}
