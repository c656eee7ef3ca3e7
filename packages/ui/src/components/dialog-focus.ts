import { type FocusEvent, type KeyboardEvent, type RefCallback, useCallback, useLayoutEffect, useRef } from 'react';

const fields = 'input:not([type="hidden"], [readonly], :disabled), select:not(:disabled), textarea:not([readonly], :disabled)';
const frames = '.MuiDialog-root';
/** How long what has the focus again may still be taken away by what was done: a list is read again, a row leaves. */
const settlesMs = 10_000;

interface DialogFocus {
  readonly paper: RefCallback<HTMLElement>;
  readonly onFocus: (event: FocusEvent) => void;
}

/**
 * Where the focus is while a dialog is open, and after it: on the first field that must be filled in, on the first one
 * otherwise, and without any on what is marked with `data-safe`, which does nothing. It goes back to what opened the
 * dialog, or where that is gone to the page's heading.
 */
export function useDialogFocus(open: boolean): DialogFocus {
  const dialog = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (!open) return;
    let opener = document.activeElement;
    // A menu closes after its entry opened the dialog, and gives the focus to the button that it hangs on.
    const menu = opener?.closest('[role="menu"]') ?? null;
    const follow = ({ target }: Event): void => {
      if (!(target instanceof Element) || menu === null || menu.contains(target) || target.closest(frames)) return;
      opener = target;
      document.removeEventListener('focusin', follow);
    };
    document.addEventListener('focusin', follow);
    return () => {
      document.removeEventListener('focusin', follow);
      const closed = dialog.current?.closest(frames);
      // Once the dialog keeps the focus no longer, and what comes next is there: another dialog, or a page.
      setTimeout(() => {
        const now = document.activeElement;
        if (now === null || now === document.body || closed?.contains(now)) giveBack(opener);
      });
    };
  }, [open]);
  const paper = useCallback((found: HTMLElement | null) => {
    if (!found) return;
    dialog.current = found;
    if (!found.contains(document.activeElement)) focusFirst(found);
  }, []);
  return {
    paper,
    // What had the focus is gone: the frame around the dialog gets it.
    onFocus: ({ target }) => {
      const found = target.querySelector(':scope > [role="dialog"]');
      if (found) focusFirst(found);
    },
  };
}

/** Whether a key pressed in a dialog goes ahead as its button does: Enter in a field of one line, which is no form's. */
export function isEntered({ key, target, nativeEvent, defaultPrevented }: KeyboardEvent, danger: boolean): boolean {
  if (key !== 'Enter' || nativeEvent.isComposing || defaultPrevented) return false;
  if (!(target instanceof HTMLInputElement) || target.form !== null || ['checkbox', 'radio'].includes(target.type)) return false;
  return !danger || target.required;
}

function focusFirst(dialog: Element): void {
  const all = [...dialog.querySelectorAll<HTMLElement>(fields)].filter((field) => field.closest('[aria-hidden="true"]') === null);
  const first = all.find((field) => field.hasAttribute('required')) ?? all[0] ?? dialog.querySelector<HTMLElement>('[data-safe]');
  first?.focus();
}

function giveBack(opener: Element | null): void {
  if (!(opener instanceof HTMLElement) || opener === document.body || isGone(opener)) {
    focusHeading();
    return;
  }
  opener.focus();
  // Elsewhere meanwhile, it stays there.
  const watch = new MutationObserver(() => {
    if (!isGone(opener)) return;
    stop();
    if (document.activeElement === document.body || document.activeElement === opener) focusHeading();
  });
  const stop = (): void => {
    watch.disconnect();
    clearTimeout(timer);
  };
  const timer = setTimeout(stop, settlesMs);
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled'] });
}

const isGone = (element: Element): boolean => !element.isConnected || element.matches(':disabled');

function focusHeading(): void {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main');
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
