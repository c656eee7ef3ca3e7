import Box from '@mui/material/Box';
import Button, { type ButtonProps } from '@mui/material/Button';
import { useId } from 'react';

interface ActButtonProps extends ButtonProps {
  /** Why the server would refuse it as things stand; null: it may be asked for. */
  readonly why: string | null;
}

/** What is known to be refused cannot be pressed, and why stands with it. */
export function ActButton({ why, ...button }: ActButtonProps) {
  const id = useId();
  if (why === null) return <Button {...button} />;
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
      <Button {...button} disabled aria-describedby={id} />
      <Box id={id} sx={{ fontSize: 14, color: 'text.secondary' }}>
        {why}
      </Box>
    </Box>
  );
}
