import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import { useCauseLabel } from '@tenbin/bot-views';
import type { AdministeredBot, Mapped } from '@tenbin/contract';
import { useText } from '../../app/text.ts';

interface StartProgressProps {
  readonly bot: Mapped<AdministeredBot>;
  /** It was started from here. */
  readonly isAsked: boolean;
  readonly onClose: () => void;
}

/** A bot that is to run: until it does, or stands still for some reason. */
export function StartProgress({ bot, isAsked, onClose }: StartProgressProps) {
  const text = useText('administeredBots');
  const labelOf = useCauseLabel();
  const { name, active, state, stopCause, errorMessages } = bot;
  const wide = { width: '100%', '& .MuiAlert-message': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' } } as const;
  if (active && state !== 'running')
    return (
      <Alert severity="info" role="status" sx={wide}>
        <strong>{text('starting', { name })}</strong>
        <br />
        {text(state === 'rebalancing' ? 'balancing' : 'startingHelp')}
        <LinearProgress aria-label={text('starting', { name })} sx={{ mt: 1 }} />
      </Alert>
    );
  if (!isAsked) return null;
  if (active)
    return (
      <Alert severity="success" role="status" onClose={onClose} closeText={text('close')} sx={wide}>
        {text('started', { name })}
      </Alert>
    );
  return (
    <Alert severity="error" role="status" onClose={onClose} closeText={text('close')} sx={wide}>
      <strong>{text('notStarted', { name })}</strong>
      {stopCause !== null && (
        <>
          <br />
          {labelOf(stopCause)}
        </>
      )}
      {errorMessages.map(({ code, message }) => (
        <div key={code}>{message}</div>
      ))}
    </Alert>
  );
}
