import Typography from '@mui/material/Typography';
import { ConfirmDialog, Field } from '@tenbin/ui';
import { useState } from 'react';

interface TypedConfirmProps {
  readonly title: string;
  /** What will happen, with the real names and numbers. */
  readonly says: string;
  readonly confirm: string;
  /** What must be typed, and how that is asked for; null: nothing. */
  readonly typed?: { readonly text: string; readonly label: string } | null;
  /** How a reason is asked for; it must be given where `needsReason`. */
  readonly reason?: string | null;
  readonly needsReason?: boolean;
  readonly busy?: boolean;
  readonly danger?: boolean;
  readonly onConfirm: (reason: string) => void;
  readonly onClose: () => void;
}

const maxReason = 500;

/** Whatever keyboard it is typed on; what is not seen at the ends of a name is typed by nobody. */
const comparable = (text: string): string => text.normalize('NFKC').trim();

/** Asks before an act on somebody else: with a reason, and with what it concerns typed again where it is much. */
export function TypedConfirm({
  typed = null,
  reason = null,
  needsReason = false,
  says,
  danger = true,
  busy = false,
  ...dialog
}: TypedConfirmProps) {
  const [entered, setEntered] = useState('');
  const [because, setBecause] = useState('');
  const isTyped = typed === null || comparable(entered) === comparable(typed.text);
  const waits = !isTyped || (needsReason && because.trim() === '');
  return (
    <ConfirmDialog {...dialog} open danger={danger} busy={busy} waits={waits} onConfirm={() => dialog.onConfirm(because.trim())}>
      <Typography variant="body2" sx={{ mb: 2 }}>
        {says}
      </Typography>
      {reason !== null && (
        <Field
          label={reason}
          value={because}
          multiline
          minRows={2}
          required={needsReason}
          inputProps={{ maxLength: maxReason }}
          onChange={(event) => setBecause(event.target.value)}
          sx={{ mb: 2 }}
        />
      )}
      {typed && (
        <Field
          label={typed.label}
          value={entered}
          required
          autoComplete="off"
          inputProps={{ inputMode: /^\d+$/.test(typed.text) ? 'numeric' : 'text' }}
          onChange={(event) => setEntered(event.target.value)}
        />
      )}
    </ConfirmDialog>
  );
}
