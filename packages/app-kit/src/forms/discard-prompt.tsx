import Typography from '@mui/material/Typography';
import { useBlocker } from '@tanstack/react-router';
import { useApp } from '@tenbin/app-kit';
import { ConfirmDialog } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** Asks before a page with unsaved settings is left. An ended session does not ask: the draft waits for the way back. */
export function DiscardPrompt({ unsaved, onDiscard }: { unsaved: () => boolean; onDiscard: () => void }) {
  const text = useText('setup');
  const { session } = useApp();
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => session.key() !== null && current.pathname !== next.pathname && unsaved(),
    enableBeforeUnload: unsaved,
    withResolver: true,
  });
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title={text('discardTitle')}
      confirm={text('discard')}
      cancel={text('stay')}
      danger
      onClose={() => blocker.reset?.()}
      onConfirm={() => {
        onDiscard();
        blocker.proceed?.();
      }}
    >
      <Typography variant="body2">{text('discardText')}</Typography>
    </ConfirmDialog>
  );
}
