import Box from '@mui/material/Box';
import useMediaQuery from '@mui/material/useMediaQuery';
import { formatAmount } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { SlotVerdict, type SlotView } from './slot-verdict.tsx';

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

/** Slot by slot; on a phone a list, whose rows tell the three apart only where they differ. */
export function SlotTable({ slots }: { slots: readonly SlotView[] }) {
  const small = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  return small ? <Rows slots={slots} /> : <Table slots={slots} />;
}

function Table({ slots }: { slots: readonly SlotView[] }) {
  const text = useText('bot');
  return (
    <Box
      tabIndex={0}
      role="group"
      aria-label={text('orders')}
      sx={{
        overflowX: 'auto',
        fontSize: 14,
        '& table': { width: '100%', borderCollapse: 'collapse' },
        '& th, & td': { textAlign: 'right', py: 0.75, pl: 1.5, fontWeight: 400, verticalAlign: 'top' },
        '& th:first-of-type': { textAlign: 'left', pl: 0, whiteSpace: 'nowrap' },
        '& th:last-child, & td:last-child': { textAlign: 'left', pl: 3 },
        '& thead th': { color: 'text.secondary' },
        '& tbody tr': { borderTop: '1px solid', borderColor: 'divider' },
      }}
    >
      <table aria-label={text('orders')}>
        <thead>
          <tr>
            <th scope="col">{text('place')}</th>
            {sources.map((source) => (
              <th scope="col" key={source}>
                {text(source)}
              </th>
            ))}
            <th scope="col">{text('comparison')}</th>
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => (
            <tr key={`${slot.pair} ${slot.side}`}>
              <th scope="row">
                {slot.pair} {text(slot.side)}
              </th>
              {sources.map((source) => (
                <td key={source}>
                  <AllTerms all={termsOf(slot)[source]} />
                </td>
              ))}
              <td>
                <SlotVerdict slot={slot} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function Rows({ slots }: { slots: readonly SlotView[] }) {
  const text = useText('bot');
  return (
    <Box component="ul" aria-label={text('orders')} sx={{ m: 0, p: 0, listStyle: 'none', fontSize: 14 }}>
      {slots.map((slot) => {
        const terms = termsOf(slot);
        return (
          <Box
            component="li"
            key={`${slot.pair} ${slot.side}`}
            sx={{
              py: 1,
              borderTop: '1px solid',
              borderColor: 'divider',
              display: 'grid',
              gridTemplateColumns: 'minmax(0, 1fr) auto',
              columnGap: 1,
            }}
          >
            <span>
              {slot.pair} {text(slot.side)}
            </span>
            {slot.verdict === 'matched' ? (
              <>
                <SlotVerdict slot={slot} />
                <Box sx={{ gridColumn: '1 / -1' }}>
                  <AllTerms all={terms.reported} />
                </Box>
              </>
            ) : (
              <>
                <Box sx={{ gridColumn: '1 / -1' }}>
                  <SlotVerdict slot={slot} />
                </Box>
                {sources.map((source) => (
                  <Box key={source} sx={{ gridColumn: '1 / -1', display: 'flex', justifyContent: 'space-between', gap: 1 }}>
                    <Box component="span" sx={{ color: 'text.secondary' }}>
                      {text(source)}
                    </Box>
                    <AllTerms all={terms[source]} />
                  </Box>
                ))}
              </>
            )}
          </Box>
        );
      })}
    </Box>
  );
}

function AllTerms({ all }: { all: readonly Terms[] }) {
  const text = useText('bot');
  if (all.length === 0) return <span>–</span>;
  return all.map(({ price, amount, filled = '0', state }, index) => (
    <Box component="span" key={`${price} ${String(index)}`} sx={{ display: 'block' }}>
      <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
        {formatAmount(price)} × {formatAmount(amount)}
      </Box>
      {Number(filled) > 0 && (
        <Box component="span" sx={{ display: 'block', fontSize: 13, color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {text('filled')} {formatAmount(filled)}
        </Box>
      )}
      {state && state !== 'open' && (
        <Box component="span" sx={{ display: 'block', fontSize: 13, color: 'text.secondary', whiteSpace: 'nowrap' }}>
          {text(`state${state}`)}
        </Box>
      )}
    </Box>
  ));
}
