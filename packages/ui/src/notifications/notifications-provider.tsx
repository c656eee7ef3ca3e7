import { createContext, type Dispatch, type ReactNode, use, useCallback, useEffect, useReducer } from 'react';
import { useActionFailure, useErrorText } from '../components/error-text.ts';
import { keepNotifications, keptNotifications } from './kept-notifications.ts';
import {
  changeNotifications,
  type NotificationChange,
  type Notifications,
  type NotificationType,
  type NotificationWidget,
  noNotifications,
} from './notifications.ts';
import { Snackbar } from './snackbar.tsx';

/** Apart from what is told: whoever only tells is not drawn again by it. */
const ChangeContext = createContext<Dispatch<NotificationChange> | null>(null);
const NotificationsContext = createContext<Notifications>(noNotifications);

/**
 * Keeps what those below it tell, and shows it: `useToast` and `useNotify` are the only ways to tell somebody something.
 *
 * @param of - the id of whose they are: a reload finds them again
 */
export function NotificationsProvider({ of, children }: { of?: string | undefined; children: ReactNode }) {
  const [now, change] = useReducer(changeNotifications, noNotifications);
  useEffect(() => {
    if (of !== undefined) change({ kind: 'restored', of, kept: keptNotifications(of) });
  }, [of]);
  useEffect(() => {
    if (now.of !== null) keepNotifications(now.of, now);
  }, [now]);
  const hide = useCallback(() => change({ kind: 'hidden' }), []);
  return (
    <ChangeContext value={change}>
      <NotificationsContext value={now}>
        {children}
        <Snackbar shown={now.waiting[0]} onHide={hide} />
      </NotificationsContext>
    </ChangeContext>
  );
}

/** For the bell: all that was told, and how it changes. */
export function useNotifications(): readonly [Notifications, Dispatch<NotificationChange>] {
  const change = use(ChangeContext);
  if (!change) throw new Error('outside of NotificationsProvider');
  return [use(NotificationsContext), change];
}

type Notify = (type: NotificationType, message: string, widget: NotificationWidget, key?: string) => void;

/** Tells something that came by itself (`toolbar`), or what became of an action (`snackbar`). */
export function useNotify(): Notify {
  const change = use(ChangeContext);
  if (!change) throw new Error('outside of NotificationsProvider');
  return useCallback(
    (type, message, widget, key) => change({ kind: 'came', type, widget, message, at: Date.now(), ...(key !== undefined && { key }) }),
    [change],
  );
}

/** Lists what happened while nobody was here, once; `at` is epoch milliseconds. */
export function useFoundNotice(): (type: NotificationType, message: string, found: { readonly at: number; readonly key: string }) => void {
  const change = use(ChangeContext);
  if (!change) throw new Error('outside of NotificationsProvider');
  return useCallback((type, message, { at, key }) => change({ kind: 'found', type, widget: 'toolbar', message, at, key }), [change]);
}

/** Tells what became of an action. */
export function useToast(): (type: NotificationType, message: string) => void {
  const notify = useNotify();
  return useCallback((type, message) => notify(type, message, 'snackbar'), [notify]);
}

/**
 * Tells that something failed, and why.
 *
 * @returns a function of the error and of what failed, in the reader's words; without these, that processing failed
 */
export function useFailureToast(): (error: unknown, what?: string) => void {
  const toast = useToast();
  const failure = useActionFailure();
  const errorText = useErrorText();
  return (error, what) => toast('error', what === undefined ? failure(error) : `${what} – ${errorText(error)}`);
}
