import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import type { ReactNode } from 'react';
import { percent } from '../format/numbers.ts';
import { useUiText } from '../words/ui-text.ts';
import { useErrorText } from './error-text.ts';

interface FaceProps {
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  readonly role?: 'status' | 'alert';
  /** Pixels. */
  readonly height?: number;
}

function Face({ title, children, action, role, height = 160 }: FaceProps) {
  return (
    <Box
      role={role}
      sx={{
        display: 'flex',
        flexDirection: 'column',
        alignItems: 'center',
        justifyContent: 'center',
        gap: 1,
        minHeight: height,
        '&:only-child': { height: '100%' },
        px: 3,
        py: 2,
        textAlign: 'center',
      }}
    >
      <Typography variant="body1" sx={{ fontWeight: 600 }}>
        {title}
      </Typography>
      {children && (
        <Typography variant="body2" component="div" sx={{ color: 'text.secondary', maxWidth: 480 }}>
          {children}
        </Typography>
      )}
      {action && <Box sx={{ mt: 1 }}>{action}</Box>}
    </Box>
  );
}

/** Waiting: rows of the height of what comes. */
export function Loading({ what, rows = 3, height = 52 }: { what: string; rows?: number; height?: number }) {
  const text = useUiText('ui');
  return (
    <Box role="status" aria-label={text('loading', { what })} sx={{ px: 2, py: 1 }}>
      {Array.from({ length: rows }, (_, row) => (
        <Box key={`row${String(row)}`} sx={{ height, display: 'flex', alignItems: 'center' }}>
          <Skeleton variant="rounded" width={percent(92 - ((row * 17) % 40))} height={20} animation="wave" />
        </Box>
      ))}
    </Box>
  );
}

/** Failed: what, why, and the way to try again. */
export function Failure({ what, error, onRetry }: { what: string; error: unknown; onRetry?: () => void }) {
  const text = useUiText('ui');
  const errorText = useErrorText();
  return (
    <Face
      role="alert"
      title={text('failedTitle', { what })}
      action={
        onRetry && (
          <Button variant="outlined" onClick={onRetry}>
            {text('retry')}
          </Button>
        )
      }
    >
      {errorText(error)}
    </Face>
  );
}

/** None yet: what this will show, and the one next step. */
export function Empty({ title, children, action }: { title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <Face title={title} action={action} height={children || action ? 136 : 72}>
      {children}
    </Face>
  );
}
