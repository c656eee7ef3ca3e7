import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { SxProps, Theme } from '@mui/material/styles';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useId, useState } from 'react';
import { ExpandIcon } from '../icons.tsx';

interface FoldingFiltersProps {
  /** Of what is searched. */
  readonly label: string;
  /** What the button is called that opens them on a phone: 'Filters'. */
  readonly name: string;
  /** How many of those that fold are set; of some it says so. */
  readonly count: number;
  /** Stays on a phone: what is asked for first. */
  readonly first?: ReactNode;
  /** How they are laid out, as a grid. */
  readonly sx?: SxProps<Theme>;
  readonly children: ReactNode;
}

/** What a list is searched by: all of it on a wide screen; on a phone behind a button, so that the list is seen. */
export function FoldingFilters({ label, name, count, first, sx, children }: FoldingFiltersProps) {
  const small = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Box role="search" aria-label={label} sx={[{ display: 'grid', gap: 1.5 }, ...(Array.isArray(sx) ? sx : [sx])]}>
      {first}
      {small && (
        <Button
          variant="outlined"
          aria-expanded={isOpen}
          aria-controls={id}
          endIcon={<ExpandIcon sx={{ transition: 'transform .15s', transform: isOpen ? 'rotate(180deg)' : 'none' }} />}
          onClick={() => setOpen(!isOpen)}
        >
          {count > 0 ? `${name} (${count})` : name}
        </Button>
      )}
      <Box id={id} sx={{ display: 'contents' }}>
        {(!small || isOpen) && children}
      </Box>
    </Box>
  );
}
