import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useText } from '../../app/text.ts';

interface NewerOlderProps {
  /** From 0. */
  readonly page: number;
  readonly hasOlder: boolean;
  readonly onPage: (page: number) => void;
}

/** The way through a list of which nobody has counted how long it is. */
export function NewerOlder({ page, hasOlder, onPage }: NewerOlderProps) {
  const text = useText('markets');
  if (page === 0 && !hasOlder) return null;
  return (
    <Box sx={{ display: 'flex', gap: 1, mt: 1 }}>
      <Button disabled={page === 0} onClick={() => onPage(page - 1)}>
        {text('newer')}
      </Button>
      <Button disabled={!hasOlder} onClick={() => onPage(page + 1)}>
        {text('older')}
      </Button>
    </Box>
  );
}
