import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { createContext, type ReactNode, type RefObject, use, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useUiText } from '../words/ui-text.ts';
import { lowestFree } from './lowest-free.ts';

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
/** Leads to the message from wherever one is. */
const shortcut = 'F8';

/** Short messages at the bottom right, one at a time, in the order they came. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [queue, setQueue] = useState<readonly Shown[]>([]);
  const show = useCallback<ShowToast>((kind, message) => {
    setQueue((waiting) => [...waiting.slice(-2), { id: (waiting.at(-1)?.id ?? 0) + 1, kind, message }]);
  }, []);
  const close = useCallback(() => setQueue((waiting) => waiting.slice(1)), []);
  const place = useRef<HTMLDivElement>(null);
  const first = queue[0];
  return (
    <Context value={show}>
      {children}
      <Box
        ref={place}
        role="status"
        aria-keyshortcuts={shortcut}
        sx={{ position: 'fixed', zIndex: 'snackbar', left: { xs: 16, sm: 'auto' }, right: { xs: 16, sm: 24 }, maxWidth: { sm: 480 } }}
      >
        {first && <Toast key={first.id} shown={first} place={place} onClose={close} />}
      </Box>
    </Context>
  );
}

interface ToastProps {
  readonly shown: Shown;
  readonly place: RefObject<HTMLDivElement | null>;
  readonly onClose: () => void;
}

/** Stays while somebody points at it or has the focus in it. */
function Toast({ shown: { kind, message }, place, onClose }: ToastProps) {
  const text = useUiText('ui');
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onClose, hideAfterMs);
    return () => clearTimeout(timer);
  }, [isHeld, onClose]);
  useFreePlace(place, isHeld);
  useShortcut(place);
  return (
    <Alert
      severity={severities[kind]}
      variant="filled"
      role="presentation"
      closeText={text('close')}
      onClose={onClose}
      onMouseEnter={() => setHovered(true)}
      onMouseLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
    >
      {message}
    </Alert>
  );
}

/** What a message may not cover: what can be pressed, and what else is told. */
const kept = 'button, a[href], input, select, textarea, summary, .MuiAlert-root';
const margin = 16;
const lookMs = 250;

/** Keeps the message where it covers nothing, also when the page below it changes or is scrolled. */
function useFreePlace(place: RefObject<HTMLDivElement | null>, isHeld: boolean): void {
  useLayoutEffect(() => {
    const toast = place.current;
    if (!toast || isHeld) return;
    const find = () => {
      const inTheWay = [...document.querySelectorAll(kept)]
        .filter((one) => !toast.contains(one))
        .map((one) => one.getBoundingClientRect())
        .filter(({ width, bottom, top }) => width > 0 && bottom > 0 && top < innerHeight);
      toast.style.bottom = `${lowestFree(toast.getBoundingClientRect(), inTheWay, { height: innerHeight, margin })}px`;
    };
    find();
    const timer = setInterval(find, lookMs);
    return () => clearInterval(timer);
  }, [place, isHeld]);
}

/** The focus goes back to where it was. */
function useShortcut(place: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    let before: Element | null = null;
    const toast = place.current;
    const reach = ({ key }: KeyboardEvent) => {
      if (key !== shortcut) return;
      before = document.activeElement;
      toast?.querySelector('button')?.focus();
    };
    addEventListener('keydown', reach);
    return () => {
      removeEventListener('keydown', reach);
      if (before instanceof HTMLElement && document.activeElement === document.body) before.focus();
    };
  }, [place]);
}

export function useToast(): ShowToast {
  const show = use(Context);
  if (!show) throw new Error('useToast outside of ToastProvider');
  return show;
}
