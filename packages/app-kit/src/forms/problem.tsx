import Alert from '@mui/material/Alert';
import type { ReactNode } from 'react';

const bringIntoView = (problem: HTMLElement | null): void => problem?.scrollIntoView({ block: 'nearest' });

/** What was refused, in the reader's words. It comes into view: the button that was pressed may be far below. */
export function Problem({ children, mb }: { children: ReactNode; mb?: number }) {
  return (
    // Below the header, which stays where it is.
    <Alert ref={bringIntoView} severity="error" role="alert" sx={{ gridColumn: '1 / -1', scrollMarginTop: 80, mb: mb ?? 0 }}>
      {children}
    </Alert>
  );
}
