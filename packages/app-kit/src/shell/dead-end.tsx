import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';

interface DeadEndProps {
  readonly title: string;
  readonly children?: ReactNode;
  /** The way on. */
  readonly action: ReactNode;
}

/** A page whose address leads to nothing: what is not there, why, and the way on. */
export function DeadEnd({ title, children, action }: DeadEndProps) {
  return (
    <>
      <PageTitle title={title} />
      {children && <Typography sx={{ mb: 2 }}>{children}</Typography>}
      {action}
    </>
  );
}
