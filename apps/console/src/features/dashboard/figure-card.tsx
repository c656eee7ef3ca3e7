import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import { createLink } from '@tanstack/react-router';
import { Figure, radius, SmallLine } from '@tenbin/ui';
import type { ComponentProps, ReactNode } from 'react';
import type { HistorySearch } from '../../app/history-search.ts';
import { useText } from '../../app/text.ts';

/** Side by side the last one, with the volume, has the longest texts. */
export const cardColumns = { xs: '1fr', sm: '1fr 1fr', lg: '1fr 1fr 1fr 1.3fr' } as const;

/** Pixels, before their figures are there. On a phone the last one has more to say. */
export const cardHeights = { xs: 124, sm: 212 } as const;
export const lastCardHeights = { xs: 208, sm: 212 } as const;

/** All of the card leads where it leads; what else can be pressed lies above it. */
const CardLink = createLink((props: ComponentProps<'a'>) => (
  <Box
    component="a"
    {...props}
    sx={{
      textDecoration: 'none',
      color: 'inherit',
      '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 'inherit' },
    }}
  />
));

/** Leads to other records than the card does. */
export const FigureLink = createLink((props: ComponentProps<'a'>) => (
  <Box
    component="a"
    {...props}
    sx={{
      color: 'inherit',
      textDecorationColor: 'transparent',
      position: 'relative',
      zIndex: 1,
      '&:hover, &:focus-visible': { textDecorationColor: 'currentcolor' },
    }}
  />
));

interface FigureCardProps {
  readonly name: string;
  /** The records behind the value. */
  readonly search: HistorySearch;
  /** Those behind the difference. */
  readonly searchToday: HistorySearch;
  readonly value: number | null;
  readonly digits: number;
  readonly unit?: string;
  /** Percent, in place of a unit. */
  readonly share?: boolean;
  /** A gain or a loss. */
  readonly change?: boolean;
  readonly blank?: string;
  /** Why the value is not known. */
  readonly reason: string;
  /** The change since yesterday; null where it cannot be told. */
  readonly difference: number | null;
  readonly differenceDigits: number;
  /** Null where something else stands in its place. */
  readonly trend: readonly (number | null)[] | null;
  /** Beside the name. */
  readonly aside?: ReactNode;
  /** What explains it; lies on the card, beside its name. */
  readonly help?: ReactNode;
  readonly heights?: typeof cardHeights | typeof lastCardHeights;
  /** Below the figures. */
  readonly children?: ReactNode;
}

/** One figure with its change since yesterday and a small line; leads to the records behind it. */
export function FigureCard({
  name,
  search,
  searchToday,
  value,
  digits,
  unit,
  share = false,
  change = false,
  blank,
  reason,
  difference,
  differenceDigits,
  trend,
  aside,
  help,
  heights = cardHeights,
  children,
}: FigureCardProps) {
  const text = useText('dashboard');
  const measure = { share, ...(unit !== undefined && { unit }) };
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', minHeight: heights, position: 'relative' }}>
      <Paper
        role="group"
        aria-label={name}
        sx={{
          display: 'flex',
          flexDirection: 'column',
          border: '1px solid',
          borderColor: 'divider',
          borderRadius: `${radius.card}px`,
          p: 2,
          pb: 1.5,
          minWidth: 0,
          position: 'relative',
          transition: 'border-color .15s',
          '&:hover': { borderColor: 'primary.main' },
        }}
      >
        <CardLink to="/history/" search={search}>
          <Box sx={{ fontSize: 14, color: 'text.secondary', display: 'flex', justifyContent: 'space-between', gap: 1 }}>
            <span>{name}</span>
            {aside}
          </Box>
          <Box sx={{ mt: 0.5 }}>
            <Figure value={value} digits={digits} {...measure} change={change} reason={reason} size="large" {...(blank && { blank })} />
          </Box>
        </CardLink>
        <Box sx={{ fontSize: 14, minHeight: 22 }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {text('vsYesterday')}{' '}
            {difference === null ? (
              <Figure value={null} digits={differenceDigits} change reason={text('noYesterday')} />
            ) : (
              <FigureLink to="/history/" search={searchToday} title={text('toRecords')}>
                <Figure value={difference} digits={differenceDigits} {...measure} change />
              </FigureLink>
            )}
          </Box>
        </Box>
        {children}
        {trend && (
          <Box
            sx={{ mt: 'auto', position: { xs: 'absolute', sm: 'static' }, right: 16, bottom: 12, width: { xs: '28%', sm: 'auto' } }}
            title={trend.length >= 2 ? text('trend') : text('noTrend')}
          >
            <SmallLine values={trend} />
          </Box>
        )}
      </Paper>
      {help && <Box sx={{ position: 'absolute', top: 8, right: 8, zIndex: 1 }}>{help}</Box>}
    </Box>
  );
}
