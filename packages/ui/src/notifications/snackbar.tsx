import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useUiText } from '../words/ui-text.ts';
import { lowestFree } from './lowest-free.ts';
import type { Notification } from './notifications.ts';

const hideAfterMs = 3000;
export const severities = { error: 'error', warn: 'warning', info: 'info', success: 'success' } as const;
/** Leads to the message from wherever one is. */
const shortcut = 'F8';

/** A short message at the bottom right. */
export function Snackbar({ shown, onHide }: { readonly shown: Notification | undefined; readonly onHide: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  return (
    <Box
      ref={place}
      role="status"
      aria-keyshortcuts={shortcut}
      sx={{ position: 'fixed', zIndex: 'snackbar', left: { xs: 16, sm: 'auto' }, right: { xs: 16, sm: 24 }, maxWidth: { sm: 480 } }}
    >
      {shown && <Toast key={`${shown.type} ${shown.message}`} shown={shown} place={place} onClose={onHide} />}
    </Box>
  );
}

interface ToastProps {
  readonly shown: Notification;
  readonly place: RefObject<HTMLDivElement | null>;
  readonly onClose: () => void;
}

/** Stays while somebody points at it or has the focus in it; its time begins anew when it is told again. */
function Toast({ shown: { id, type, message }, place, onClose }: ToastProps) {
  const text = useUiText('ui');
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isHovered || isFocused;
  // biome-ignore lint/correctness/useExhaustiveDependencies(id): told again, it is another one in the same words
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(onClose, hideAfterMs);
    return () => clearTimeout(timer);
  }, [id, isHeld, onClose]);
  useFreePlace(place, isHeld);
  useShortcut(place);
  return (
    <Alert
      severity={severities[type]}
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
const pollMs = 250;

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
    const timer = setInterval(find, pollMs);
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
