import Box from '@mui/material/Box';
import { useText } from './text.ts';
import { useTimeZone } from './use-self.ts';

interface ClocksNoteProps {
  /** The file of texts of the section that it stands in. */
  readonly words: 'audit' | 'money';
}

/** By whose clocks the days of a period begin, of a list and of its file. */
export function ClocksNote({ words }: ClocksNoteProps) {
  const text = useText(words);
  return <Box sx={{ fontSize: 14, color: 'text.secondary' }}>{text('clocks', { zone: useTimeZone() })}</Box>;
}
