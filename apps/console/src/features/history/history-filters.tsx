import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { PeriodFields } from '@tenbin/app-kit';
import type { BotView } from '@tenbin/bot-views';
import { SelectField } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

interface HistorySearch {
  readonly bot: string;
  readonly from?: string;
  readonly to?: string;
}

/** A bot, or what is left of a deleted one. */
export type HistoryBot = Pick<BotView, 'id' | 'name' | 'pairs'> & { readonly label: string };

interface HistoryFiltersProps {
  readonly bots: readonly HistoryBot[];
  readonly bot: HistoryBot;
  readonly from: string;
  readonly to: string;
  /** A changed filter starts at the first page again. */
  readonly onChange: (search: HistorySearch) => void;
  readonly onClear: (() => void) | undefined;
}

export function HistoryFilters({ bots, bot, from, to, onChange, onClear }: HistoryFiltersProps) {
  const text = useText('history');
  const change = (part: { bot?: string; from?: string | undefined; to?: string | undefined }) => {
    const next = { bot: bot.id, from, to, ...part };
    onChange({ bot: next.bot, ...(next.from && { from: next.from }), ...(next.to && { to: next.to }) });
  };
  return (
    <Box
      role="search"
      sx={{
        display: 'grid',
        gap: 1.5,
        p: { xs: 2, sm: 2.5 },
        pb: 1.5,
        gridTemplateColumns: { xs: '1fr 1fr', md: '220px 180px 180px auto' },
        alignItems: 'center',
        '& input[type=date]': { px: { xs: 1, sm: 1.75 } },
        '& > :first-of-type': { gridColumn: { xs: '1 / -1', md: 'auto' } },
      }}
    >
      <SelectField
        small
        label={text('bot')}
        value={bot.id}
        options={bots.map(({ id, label }) => ({ value: id, name: label }))}
        onChange={(id) => change({ bot: id })}
      />
      <PeriodFields from={from} to={to} onChange={change} />
      {onClear && (
        <Button onClick={onClear} sx={{ justifySelf: 'start' }}>
          {text('clear')}
        </Button>
      )}
    </Box>
  );
}
