import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { PeriodFields, SearchField } from '@tenbin/app-kit';
import type { TimelineEntry } from '@tenbin/contract';
import { SelectField } from '@tenbin/ui';
import { useBotText } from '../words/text.ts';

/** What is looked for, as the address has it. */
export interface TimelineFilter {
  readonly show?: string | undefined;
  readonly on?: string | undefined;
  readonly find?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** Kinds that one looks for by themselves; every other is found by its words. */
export const timelineKinds = [
  'filled',
  'placed',
  'cancelled',
  'refused',
  'insideWidth',
  'exchangeUnreachable',
] as const satisfies readonly TimelineEntry['kind'][];

const nothing: TimelineFilter = { show: undefined, on: undefined, find: undefined, from: undefined, to: undefined };

interface TimelineFiltersProps {
  readonly pairs: readonly string[];
  readonly filter: TimelineFilter;
  readonly onChange: (part: TimelineFilter) => void;
}

export function TimelineFilters({ pairs, filter, onChange }: TimelineFiltersProps) {
  const text = useBotText('bot');
  // The address may say more than this, such as the language.
  const isAny = (Object.keys(nothing) as (keyof TimelineFilter)[]).some((name) => filter[name]);
  const all = { value: '', name: text('filterAll') };
  return (
    <Box
      role="search"
      aria-label={text('timeline')}
      sx={{
        display: 'grid',
        gap: 1.5,
        px: { xs: 2, sm: 2.5 },
        pb: 1.5,
        gridTemplateColumns: { xs: '1fr 1fr', sm: '1fr 1fr 1fr 1fr' },
        alignItems: 'center',
        '& input[type=date]': { px: { xs: 1, sm: 1.75 } },
        '& > :first-of-type': { gridColumn: { xs: '1 / -1', lg: 'span 4' } },
      }}
    >
      <SearchField
        label={text('find')}
        placeholder={text('findHelp')}
        value={filter.find ?? ''}
        maxLength={100}
        onSearch={(find) => onChange({ find })}
      />
      <SelectField
        small
        label={text('timelineFilter')}
        value={filter.show ?? ''}
        options={[all, ...timelineKinds.map((value) => ({ value, name: text(`filter${value}`) }))]}
        onChange={(show) => onChange({ show })}
      />
      <SelectField
        small
        label={text('pairs')}
        value={filter.on ?? ''}
        options={[all, ...pairs.map((value) => ({ value, name: value }))]}
        onChange={(on) => onChange({ on })}
      />
      <PeriodFields from={filter.from ?? ''} to={filter.to ?? ''} onChange={onChange} />
      {isAny && (
        <Button onClick={() => onChange(nothing)} sx={{ justifySelf: 'start' }}>
          {text('clear')}
        </Button>
      )}
    </Box>
  );
}
