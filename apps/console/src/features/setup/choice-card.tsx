import Box from '@mui/material/Box';
import Radio from '@mui/material/Radio';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';

interface ChoiceCardProps {
  /** In its group of radio buttons. */
  readonly value: string;
  readonly isChosen: boolean;
  readonly title: string;
  /** What it is called aloud; absent: its title. */
  readonly spoken?: string;
  /** What describes it. */
  readonly children: ReactNode;
}

/** One of a group of radio buttons that says more than a word: all of it can be pressed. */
export function ChoiceCard({ value, isChosen, title, spoken, children }: ChoiceCardProps) {
  const id = useId();
  const name = spoken === undefined ? { 'aria-labelledby': `${id}title` } : { 'aria-label': spoken };
  return (
    <Box
      component="label"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'auto minmax(0, 1fr)',
        alignItems: 'start',
        p: 1.5,
        gap: 1,
        border: '1px solid',
        borderColor: isChosen ? 'primary.main' : 'divider',
        borderRadius: 1,
        cursor: 'pointer',
        '&:hover': { bgcolor: 'action.hover' },
      }}
    >
      <Radio value={value} slotProps={{ input: { ...name, 'aria-describedby': `${id}description` } }} sx={{ p: 0.5 }} />
      <Box sx={{ display: 'grid', gap: 1, fontSize: 14 }}>
        <Typography id={`${id}title`} component="span" sx={{ fontWeight: 600 }}>
          {title}
        </Typography>
        <Box id={`${id}description`} sx={{ display: 'grid', gap: 1 }}>
          {children}
        </Box>
      </Box>
    </Box>
  );
}
