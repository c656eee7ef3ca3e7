import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { slotOf } from '@tenbin/strategy';
import { formatAmount, Loading, SmallTable, unknownFigure } from '@tenbin/ui';
import { Fragment } from 'react';
import { useBotText } from '../words/text.ts';
import { Because, differsForGood, type SlotView, VerdictSign } from './slot-verdict.tsx';

interface Terms {
  readonly price: string;
  readonly amount: string;
  readonly filled?: string;
  readonly state?: SlotView['known'][number]['state'];
}

/** The three accounts of an order, in the order in which it comes about. */
const sources = ['wanted', 'known', 'reported'] as const;
const termsOf = (slot: SlotView): Record<(typeof sources)[number], readonly Terms[]> => ({
  wanted: slot.wanted ? [slot.wanted] : [],
  known: slot.known,
  reported: slot.reported,
});

/** Pixels, with room for what comes and goes by itself: that an order changes does not move what is below it. */
const heights = { head: 34, row: 53, narrowRow: 72, phoneRow: 59 } as const;
/** From here on every such reason stands in one line. */
const wide = '@media (min-width:1400px)';

const useSmall = () => useMediaQuery('(max-width:599.95px)', { noSsr: true });

/** Which of the bot's places it is; the innermost level goes without saying, since most bots have no other. */
const placeOf = ({ pair, side, level }: SlotView, text: ReturnType<typeof useBotText<'bot'>>): string =>
  level > 0 ? `${pair} ${text('sideAtLevel', { side: text(side), number: level + 1 })}` : `${pair} ${text(side)}`;

/** Slot by slot; on a phone a list, whose rows tell the three apart only where they differ for good. */
export function SlotTable({ slots }: { slots: readonly SlotView[] }) {
  return useSmall() ? <Rows slots={slots} /> : <Table slots={slots} />;
}

/** In the very place of so many slots, until they are known. */
export function SlotTableWaiting({ count }: { count: number }) {
  const text = useBotText('bot');
  const { head, row, narrowRow, phoneRow } = heights;
  return (
    <Box
      sx={{
        height: { xs: count * phoneRow, sm: count * narrowRow + head },
        [wide]: { height: count * row + head },
        overflow: 'hidden',
      }}
    >
      <Loading what={text('orders')} rows={count} height={row} />
    </Box>
  );
}

function Table({ slots }: { slots: readonly SlotView[] }) {
  const text = useBotText('bot');
  return (
    <SmallTable
      lined
      label={text('orders')}
      sx={{
        '& thead tr': { height: heights.head },
        '& tbody tr': { height: heights.narrowRow, [wide]: { height: heights.row } },
        '& th, & td': { verticalAlign: 'top' },
        '& th:last-child, & td:last-child': { textAlign: 'left', pl: 3, minWidth: 170, [wide]: { minWidth: 280 } },
      }}
      heads={[text('place'), ...sources.map((source) => text(source)), text('comparison')]}
      rows={slots.map((slot) => {
        const terms = termsOf(slot);
        return {
          key: slotOf(slot),
          cells: [
            placeOf(slot, text),
            ...sources.map((source) => <AllTerms key={source} all={terms[source]} latestOnly={!differsForGood(slot)} />),
            <Fragment key="verdict">
              <VerdictSign verdict={slot.verdict} />
              {slot.because && <Because because={slot.because} />}
            </Fragment>,
          ],
        };
      })}
    />
  );
}

function Rows({ slots }: { slots: readonly SlotView[] }) {
  const text = useBotText('bot');
  return (
    <Box component="ul" aria-label={text('orders')} sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 14 }}>
      {slots.map((slot) => {
        const terms = termsOf(slot);
        return (
          <Box
            component="li"
            key={slotOf(slot)}
            sx={{
              py: 1,
              minHeight: heights.phoneRow,
              borderTop: '1px solid',
              borderColor: 'divider',
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) auto',
              columnGap: 1,
            }}
          >
            <span>{placeOf(slot, text)}</span>
            <VerdictSign verdict={slot.verdict} />
            <Box sx={{ gridColumn: '1 / -1' }}>
              {slot.because ? <Because because={slot.because} /> : <AllTerms all={terms.reported} inline latestOnly />}
            </Box>
            {differsForGood(slot) &&
              sources.map((source) => (
                <Box key={source} sx={{ gridColumn: '1 / -1', display: 'flex', justifyContent: 'space-between', gap: 1 }}>
                  <Box component="span" sx={{ color: 'text.secondary' }}>
                    {text(source)}
                  </Box>
                  <AllTerms all={terms[source]} />
                </Box>
              ))}
          </Box>
        );
      })}
    </Box>
  );
}

interface AllTermsProps {
  readonly all: readonly Terms[];
  /** In one line each, where there is no room for two. */
  readonly inline?: boolean;
  /** The others are only counted: they go by themselves. */
  readonly latestOnly?: boolean;
}

function AllTerms({ all, inline = false, latestOnly = false }: AllTermsProps) {
  const text = useBotText('bot');
  if (all.length === 0) return <span>{unknownFigure}</span>;
  const others = latestOnly ? all.length - 1 : 0;
  return all.slice(others).map(({ price, amount, filled = '0', state }, index) => {
    const filledText = Number(filled) > 0 ? `${text('filled')} ${formatAmount(filled)}` : '';
    const stateText = state && state !== 'open' ? text(`state${state}`) : '';
    return (
      <Box component="span" key={`${price} ${String(index)}`} sx={{ display: 'block' }}>
        <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
          {formatAmount(price)} × {formatAmount(amount)}
        </Box>
        <Box
          component="span"
          sx={{ display: inline ? 'inline' : 'block', ml: inline ? 1 : 0, fontSize: 13, color: 'text.secondary', whiteSpace: 'nowrap' }}
        >
          {[filledText, stateText, others > 0 && text('andOthers', { count: others })].filter(Boolean).join(' · ')}
        </Box>
      </Box>
    );
  });
}
