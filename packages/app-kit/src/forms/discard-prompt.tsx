import Typography from '@mui/material/Typography';
import { useRouter } from '@tanstack/react-router';
import { ConfirmDialog } from '@tenbin/ui';
import { useEffect, useState } from 'react';
import { useApp } from '../app/app-context.tsx';
import type { unsaved as words } from '../words/unsaved/ja.ts';

interface DiscardPromptProps {
  readonly unsaved: () => boolean;
  /** Of a file with `unsaved` in it. */
  readonly text: (key: keyof typeof words) => string;
  readonly onDiscard?: () => void;
}

/**
 * Asks before a page with something unsaved is left, or closed. An ended session does not ask, nor does who navigates with
 * `ignoreBlocker` once it is saved.
 */
export function DiscardPrompt({ unsaved, text, onDiscard }: DiscardPromptProps) {
  const { session } = useApp();
  const { history } = useRouter();
  const [waiting, setWaiting] = useState<{ readonly leave: () => void; readonly stay: () => void } | null>(null);
  // The history's own, and not the router's hook: that would come with the framework, to every page.
  useEffect(
    () =>
      history.block({
        enableBeforeUnload: unsaved,
        blockerFn: ({ currentLocation, nextLocation }) => {
          if (session.key() === null || currentLocation.pathname === nextLocation.pathname || !unsaved()) return false;
          return new Promise<boolean>((isBlocked) => setWaiting({ leave: () => isBlocked(false), stay: () => isBlocked(true) }));
        },
      }),
    [history, session, unsaved],
  );
  return (
    <ConfirmDialog
      open={waiting !== null}
      title={text('discardTitle')}
      confirm={text('discard')}
      cancel={text('stay')}
      danger
      onClose={() => {
        setWaiting(null);
        waiting?.stay();
      }}
      onConfirm={() => {
        setWaiting(null);
        onDiscard?.();
        waiting?.leave();
      }}
    >
      <Typography variant="body2">{text('discardText')}</Typography>
    </ConfirmDialog>
  );
}
