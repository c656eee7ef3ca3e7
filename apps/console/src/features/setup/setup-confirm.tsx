import Alert from '@mui/material/Alert';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Typography from '@mui/material/Typography';
import { ConfirmDialog, decimals, formatNumber, formatWidth, parseNumber, useSentences } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { netRewardOf, rewardOf } from '../../bots/width.ts';
import type { SetupDraft } from './draft.ts';

interface SetupConfirmProps {
  readonly draft: SetupDraft;
  readonly exchangeName: string;
  readonly isNew: boolean;
  /** Percent: a narrower bot loses with every trade, which has to be agreed to. Null while it is not known. */
  readonly breakEven: number | null;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Repeats in words what was chosen, and what saving it does. */
export function SetupConfirm({ draft, exchangeName: exchange, isNew, breakEven, ...dialog }: SetupConfirmProps) {
  const text = useText('setup');
  const sentences = useSentences();
  const [agreed, setAgreed] = useState(false);
  const close = () => {
    setAgreed(false);
    dialog.onClose();
  };
  const width = parseNumber(draft.width);
  const loses = breakEven !== null && width !== null && breakEven > 0 && width <= breakEven;
  const { name, pairs, autoRebalance } = draft;
  return (
    <ConfirmDialog
      wide
      title={text(isNew ? 'confirmTitleNew' : 'confirmTitleEdit')}
      confirm={text(isNew ? 'create' : 'save')}
      waits={loses && !agreed}
      {...dialog}
      onClose={close}
    >
      <Typography variant="body1" sx={{ mb: 1.5 }}>
        {sentences(
          text('confirmText', {
            name,
            exchange,
            pairs: pairs.join(', '),
            width: formatWidth(width ?? 0),
            reward: bps(rewardOf(width) ?? 0),
          }),
          breakEven !== null && width !== null && text('confirmNet', { net: bps(netRewardOf(width, breakEven)) }),
        )}
      </Typography>
      {(isNew || autoRebalance) && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text(autoRebalance ? 'confirmRebalance' : 'confirmStart', { exchange })}
        </Typography>
      )}
      {loses && (
        <Alert severity="warning" icon={false} sx={{ mt: 2 }}>
          <FormControlLabel
            control={<Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)} />}
            label={text('agreeToLose', {
              width: formatWidth(width),
              breakEven: formatWidth(breakEven),
              loss: bps(-netRewardOf(width, breakEven)),
            })}
          />
        </Alert>
      )}
    </ConfirmDialog>
  );
}

const bps = (percent: number): string => formatNumber(percent * 100, { digits: decimals.bps });
