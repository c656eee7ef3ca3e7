import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { daysOf, PeriodFields, periodOf } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { SelectField } from '@tenbin/ui';
import type { HistorySearch } from '../../app/history-search.ts';
import { useText } from '../../app/text.ts';

/** A bot, or what is left of a deleted one. */
export type HistoryBot = Pick<BotView, 'id' | 'name' | 'pairs'> & { readonly label: string };

/** The same as calls take it. */
export const recordFilterOf = ({ bot, pair, side, ...period }: HistorySearch) => ({
  ...(bot !== undefined && { botId: bot }),
  ...(pair !== undefined && { pair }),
  ...(side !== undefined && { side }),
  ...periodOf(period),
});

interface HistoryFiltersProps {
  readonly bots: readonly HistoryBot[];
  readonly search: HistorySearch;
  /** A changed filter starts at the first page again. */
  readonly onChange: (search: HistorySearch) => void;
}

const fields = ['bot', 'pair', 'side', 'from', 'to'] as const;

export function HistoryFilters({ bots, search, onChange }: HistoryFiltersProps) {
  const text = useText('history');
  const change = (part: { [Name in keyof HistorySearch]?: string | undefined }) => {
    const next = { ...search, ...part };
    onChange(Object.fromEntries(fields.flatMap((field) => (next[field] ? [[field, next[field]]] : []))));
  };
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
        onChange={(id) => change({ bot: id, pair: undefined })}
      />
      <SelectField
        small
        label={text('pair')}
        value={search.pair ?? ''}
        options={[{ value: '', name: text('allPairs') }, ...pairs.map((pair) => ({ value: pair, name: pair }))]}
        onChange={(pair) => change({ pair })}
      />
      <SelectField
        small
        label={text('side')}
        value={search.side ?? ''}
        options={[{ value: '', name: text('bothSides') }, ...(['buy', 'sell'] as const).map((side) => ({ value: side, name: text(side) }))]}
        onChange={(side) => change({ side })}
      />
      <PeriodFields {...daysOf(search)} onChange={change} />
      {isFiltered && (
        <Button onClick={() => onChange({})} sx={{ justifySelf: 'start' }}>
          {text('clear')}
        </Button>
      )}
    </Box>
  );
}
