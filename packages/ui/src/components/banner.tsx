import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

interface BannerProps {
  readonly severity: 'error' | 'warning' | 'info';
  /** What is so. */
  readonly title: string;
  /** Why. */
  readonly children?: ReactNode;
  /** What to do next. */
  readonly action?: ReactNode;
}

/** Something that has to be known and done, as long as it is so. */
export function Banner({ severity, title, children, action }: BannerProps) {
  return (
    <Alert severity={severity} role="status">
      <strong>{title}</strong>
      <Box sx={{ overflowWrap: 'anywhere' }}>{children}</Box>
      {action && <Box sx={{ mt: 0.5, '& a': { fontWeight: 600, color: 'inherit', textDecorationColor: 'inherit' } }}>{action}</Box>}
    </Alert>
  );
}
