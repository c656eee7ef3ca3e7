import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { daysOf, PeriodFields, type SearchChange } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { sides } from '@tenbin/market';
import { SelectField } from '@tenbin/ui';
import type { HistorySearch } from '../../app/history-search.ts';
import { useText } from '../../app/text.ts';

/** A bot, or what is left of a deleted one. */
export type HistoryBot = Pick<BotView, 'id' | 'name' | 'pairs'> & { readonly label: string };

interface HistoryFiltersProps {
  readonly bots: readonly HistoryBot[];
  readonly search: HistorySearch;
  readonly onChange: (part: SearchChange<HistorySearch>) => void;
  readonly onClear: () => void;
}

const fields = ['bot', 'pair', 'side', 'from', 'to'] as const;

export function HistoryFilters({ bots, search, onChange, onClear }: HistoryFiltersProps) {
  const text = useText('history');
  const ofBot = bots.filter(({ id }) => search.bot === undefined || id === search.bot);
  // A bot may have traded other pairs before: what the address asks for is among the choices in any case.
  const pairs = [...new Set([...ofBot.flatMap((bot) => bot.pairs), ...(search.pair ? [search.pair] : [])])].sort();
  const isFiltered = fields.some((field) => search[field] !== undefined);
  return (
    <Box
      role="search"
      sx={{
        display: 'grid',
        gap: 1.5,
        p: { xs: 2, sm: 2.5 },
        pb: 1.5,
        gridTemplateColumns: { xs: '1fr 1fr', md: 'minmax(120px, 1.4fr) 1fr 1fr minmax(140px, 1fr) minmax(140px, 1fr) auto' },
        alignItems: 'start',
        '& input[type=date]': { px: { xs: 1, sm: 1.75 } },
        '& > :first-of-type': { gridColumn: { xs: '1 / -1', md: 'auto' } },
      }}
    >
      <SelectField
        small
        label={text('bot')}
        value={search.bot ?? ''}
        options={[{ value: '', name: text('allBots') }, ...bots.map(({ id, label }) => ({ value: id, name: label }))]}
        onChange={(bot) => onChange({ bot, pair: undefined })}
      />
      <SelectField
        small
        label={text('pair')}
        value={search.pair ?? ''}
        options={[{ value: '', name: text('allPairs') }, ...pairs.map((pair) => ({ value: pair, name: pair }))]}
        onChange={(pair) => onChange({ pair })}
      />
      <SelectField
        small
        label={text('side')}
        value={search.side ?? ''}
        options={[{ value: '', name: text('bothSides') }, ...sides.map((side) => ({ value: side, name: text(side) }))]}
        onChange={(side) => onChange({ side: sides.find((one) => one === side) })}
      />
      <PeriodFields {...daysOf(search)} onChange={onChange} />
      {isFiltered && (
        <Button onClick={onClear} sx={{ justifySelf: 'start' }}>
          {text('clear')}
        </Button>
      )}
    </Box>
  );
}
