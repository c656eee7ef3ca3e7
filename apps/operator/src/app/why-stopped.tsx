import Alert from '@mui/material/Alert';
import { useCauseLabel } from '@tenbin/bot-views';
import type { Mapped, PlatformBot } from '@tenbin/contract';
import { formatDate } from '@tenbin/ui';
import { useText } from './text.ts';

/** Why a bot does not run: who asked for that; or what made it stop by itself, and what to do about it. */
export function WhyStopped({
  bot: { stopCause, stoppedAt, errorMessages },
}: {
  readonly bot: Pick<Mapped<PlatformBot>, 'stopCause' | 'stoppedAt' | 'errorMessages'>;
}) {
  const text = useText('platform');
  const labelOf = useCauseLabel();
  if (stopCause === null) return null;
  const said = errorMessages.findLast(({ code }) => code === stopCause);
  return (
    <Alert severity={said ? 'error' : 'info'}>
      <strong>{labelOf(stopCause)}</strong> {stoppedAt !== null && text('stoppedSince', { at: formatDate(stoppedAt) })}
      {said && <div>{said.message}</div>}
    </Alert>
  );
}
