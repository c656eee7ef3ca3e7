import Typography from '@mui/material/Typography';
import { ConfirmDialog, formatWidth } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { parseWidth, rewardOf } from '../../bots/width.ts';
import type { SetupDraft } from './draft.ts';

interface SetupConfirmProps {
  readonly draft: SetupDraft;
  readonly exchangeName: string;
  readonly isNew: boolean;
  readonly open: boolean;
  readonly busy: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Repeats in words what was chosen, and what saving it does. */
export function SetupConfirm({ draft, exchangeName: exchange, isNew, ...dialog }: SetupConfirmProps) {
  const text = useText('setup');
  const width = parseWidth(draft.width);
  const { name, pairs, autoRebalance } = draft;
  return (
    <ConfirmDialog wide title={text(isNew ? 'confirmTitleNew' : 'confirmTitleEdit')} confirm={text(isNew ? 'create' : 'save')} {...dialog}>
      <Typography variant="body1" sx={{ mb: 1.5 }}>
        {text('confirmText', {
          name,
          exchange,
          pairs: pairs.join(', '),
          width: formatWidth(width ?? 0),
          reward: (rewardOf(width) ?? 0).toFixed(4),
        })}
      </Typography>
      {(isNew || autoRebalance) && (
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {text(autoRebalance ? 'confirmRebalance' : 'confirmStart', { exchange })}
        </Typography>
      )}
    </ConfirmDialog>
  );
}
