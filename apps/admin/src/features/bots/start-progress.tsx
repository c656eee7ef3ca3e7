import Alert from '@mui/material/Alert';
import LinearProgress from '@mui/material/LinearProgress';
import { useCauseLabel } from '@tenbin/bot-views';
import type { AdministeredBot, Mapped } from '@tenbin/contract';
import { useEffect, useState } from 'react';
import { useText } from '../../app/text.ts';

interface StartProgressProps {
  readonly bot: Mapped<AdministeredBot>;
  /** It was started from here. */
  readonly isAsked: boolean;
  /** It runs, or was looked at: what happens to it later has nothing to do with that start. */
  readonly onOver: () => void;
}

/** A bot that is to run: until it does, or stands still for some reason. */
export function StartProgress({ bot, isAsked, onOver }: StartProgressProps) {
  const text = useText('administeredBots');
  const labelOf = useCauseLabel();
  const { name, active, state, stopCause, errorMessages } = bot;
  const isRunning = active && state === 'running';
  const [saysStarted, setSaysStarted] = useState(false);
  useEffect(() => {
    if (!isRunning) return setSaysStarted(false);
    // Once: a way that is taken anew before it is over never ends.
    if (!isAsked || saysStarted) return;
    setSaysStarted(true);
    onOver();
  }, [isRunning, isAsked, saysStarted, onOver]);
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
  if (isRunning)
    return !saysStarted ? null : (
      <Alert severity="success" role="status" onClose={() => setSaysStarted(false)} closeText={text('close')} sx={wide}>
        {text('started', { name })}
      </Alert>
    );
  if (!isAsked) return null;
  return (
    <Alert severity="error" role="status" onClose={onOver} closeText={text('close')} sx={wide}>
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
