import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import type { UseQueryResult } from '@tanstack/react-query';
import { useInstallation } from '@tenbin/app-kit';
import { useText } from '../../app/text.ts';
import { type PlannedRebalance, RebalancePreview } from '../../bots/rebalance-preview.tsx';

interface RebalanceChoiceProps {
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
  readonly preview: UseQueryResult<PlannedRebalance>;
}

/** The switch 'rebalance automatically and start', and what it would do. Nothing where the brand does not offer it. */
export function RebalanceChoice({ chosen, onChoose, preview }: RebalanceChoiceProps) {
  const text = useText('rebalance');
  const { features } = useInstallation().brand;
  if (!features.autoRebalanceByBot) return null;
  return (
    <Box sx={{ display: 'grid', gap: 1 }}>
      <FormControlLabel
        control={<Switch checked={chosen} onChange={(event) => onChoose(event.target.checked)} />}
        label={text('switch')}
        sx={{ '& .MuiFormControlLabel-label': { fontWeight: 600 } }}
      />
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {text('switchHelp')}
      </Typography>
      {chosen && <RebalancePreview preview={preview} />}
    </Box>
  );
}
