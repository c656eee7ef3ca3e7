import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId } from 'react';
import { useUiText } from '../words/ui-text.ts';
import { isEntered, useDialogFocus } from './dialog-focus.ts';

interface ConfirmDialogProps {
  readonly open: boolean;
  readonly title: string;
  /** In one sentence what will happen, with the real names and numbers. */
  readonly children: ReactNode;
  /** A verb: 'Stop and delete'. */
  readonly confirm: string;
  readonly cancel?: string;
  readonly danger?: boolean;
  /** It is under way: it cannot be taken back by closing, so the dialog stays. */
  readonly busy?: boolean;
  /** Closing gives up what is under way. */
  readonly interrupts?: boolean;
  readonly wide?: boolean;
  /** Something in it has to be agreed to first. */
  readonly waits?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks before something costly. The focus returns to where it was; Enter in a field goes ahead, once nothing is missing. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const text = useUiText('ui');
  const id = useId();
  const { paper, onFocus } = useDialogFocus(props.open);
  const { busy = false, danger = false, waits = false } = props;
  const stays = busy && !props.interrupts;
  return (
    <Dialog
      open={props.open}
      onClose={() => stays || props.onClose()}
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}text`}
      maxWidth={props.wide ? 'sm' : 'xs'}
      fullWidth
      // `useDialogFocus` gives it back: what opened the dialog may be gone.
      disableRestoreFocus
      onFocus={onFocus}
      slotProps={{ paper: { ref: paper } }}
    >
      <DialogTitle id={`${id}title`} component="h2" sx={{ fontSize: 20, fontWeight: 600, pb: 1 }}>
        {props.title}
      </DialogTitle>
      <DialogContent
        id={`${id}text`}
        onKeyDown={(event) => {
          if (!waits && !busy && isEntered(event, danger)) props.onConfirm();
        }}
      >
        {props.children}
      </DialogContent>
      <DialogActions sx={{ p: 2, gap: 1, flexWrap: 'wrap' }}>
        <Button data-safe disabled={stays} onClick={props.onClose}>
          {props.cancel ?? text('cancel')}
        </Button>
        <Button variant="contained" color={danger ? 'error' : 'primary'} disabled={waits} loading={busy} onClick={props.onConfirm}>
          {props.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
