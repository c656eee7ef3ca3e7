import Alert from '@mui/material/Alert';
import Snackbar from '@mui/material/Snackbar';
import { createContext, type ReactNode, use, useCallback, useMemo, useState } from 'react';
import { useUiText } from '../words/ui-text.ts';

export type ToastKind = 'error' | 'warn' | 'info' | 'success';
type ShowToast = (kind: ToastKind, message: string) => void;

interface Shown {
  readonly id: number;
  readonly kind: ToastKind;
  readonly message: string;
}

const Context = createContext<ShowToast | null>(null);
const hideAfterMs = 3000;
const severities = { error: 'error', warn: 'warning', info: 'info', success: 'success' } as const;

/** Short messages at the bottom right (on phones below the header: at the bottom are the buttons), one at a time, in the order they came. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const text = useUiText('ui');
  const [queue, setQueue] = useState<readonly Shown[]>([]);
  const show = useCallback<ShowToast>((kind, message) => {
    setQueue((waiting) => [...waiting.slice(-2), { id: (waiting.at(-1)?.id ?? 0) + 1, kind, message }]);
  }, []);
  const close = useCallback(() => setQueue((waiting) => waiting.slice(1)), []);
  const first = queue[0];
  const toast = useMemo(
    () =>
      first && (
        <Snackbar
          key={first.id}
          open
          autoHideDuration={hideAfterMs}
          onClose={(_, reason) => {
            if (reason !== 'clickaway') close();
          }}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
          sx={{ top: { xs: 72, md: 'auto' }, bottom: { xs: 'auto', md: 24 } }}
        >
          <Alert
            severity={severities[first.kind]}
            variant="filled"
            role={first.kind === 'error' ? 'alert' : 'status'}
            onClose={close}
            closeText={text('close')}
            sx={{ minWidth: 280, maxWidth: 480 }}
          >
            {first.message}
          </Alert>
        </Snackbar>
      ),
    [first, close, text],
  );
  return (
    <Context value={show}>
      {children}
      {toast}
    </Context>
  );
}

export function useToast(): ShowToast {
  const show = use(Context);
  if (!show) throw new Error('useToast outside of ToastProvider');
  return show;
}
