import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import type { ReactNode } from 'react';
import { NextIcon, PreviousIcon } from '../icons.tsx';
import { useUiText } from '../words/ui-text.ts';
import { pageWindow } from './page-window.ts';

interface PagerProps {
  /** From 1. */
  readonly page: number;
  readonly pages: number;
  readonly onPage: (page: number) => void;
}

/** Leads to the other pages of a list. Draws nothing where there is only one. */
export function Pager({ page, pages, onPage }: PagerProps) {
  const text = useUiText('ui');
  if (pages <= 1) return null;
  const step = (to: number, label: string, content: ReactNode, current = false) => (
    <ButtonBase
      key={label}
      disabled={to < 1 || to > pages}
      onClick={() => onPage(to)}
      aria-label={label}
      aria-current={current ? 'page' : undefined}
      sx={{
        minWidth: 40,
        height: 40,
        px: 1,
        borderRadius: 1,
        fontSize: 14,
        fontWeight: current ? 700 : 400,
        bgcolor: current ? 'primary.main' : 'transparent',
        color: current ? 'primary.contrastText' : 'text.primary',
        '&:hover': { bgcolor: current ? 'primary.main' : 'action.hover' },
        '&.Mui-disabled': { color: 'text.disabled' },
      }}
    >
      {content}
    </ButtonBase>
  );
  return (
    <Box component="nav" aria-label={text('pages')} sx={{ display: 'flex', justifyContent: 'center', flexWrap: 'wrap', gap: 0.5, py: 1.5 }}>
      {step(page - 1, text('previousPage'), <PreviousIcon fontSize="small" />)}
      {pageWindow(page, pages).map((place) =>
        place.kind === 'page' ? (
          step(place.page, text('page', { page: place.page }), place.page, place.page === page)
        ) : (
          <Box
            key={`gap${place.after}`}
            aria-hidden
            sx={{ minWidth: 24, height: 40, lineHeight: '40px', textAlign: 'center', color: 'text.secondary' }}
          >
            …
          </Box>
        ),
      )}
      {step(page + 1, text('nextPage'), <NextIcon fontSize="small" />)}
    </Box>
  );
}
