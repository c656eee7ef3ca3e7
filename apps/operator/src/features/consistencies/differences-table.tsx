import { PageLink } from '@tenbin/app-kit';
import type { fixConsistencies, listConsistencies, Mapped, RouteReply } from '@tenbin/contract';
import { formatDate, SmallTable, unknownFigure } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

type Found = Mapped<RouteReply<typeof listConsistencies>>['differences'][number];
type Done = Mapped<RouteReply<typeof fixConsistencies>>['done'][number];

/** @param props - `differences`: with what becomes of each, where that is known */
export function DifferencesTable({ label, differences }: { readonly label: string; readonly differences: readonly (Found | Done)[] }) {
  const text = useText('consistencies');
  const hasOutcome = differences.some((one) => 'outcome' in one);
  return (
    <SmallTable
      lined
      stacked="named"
      label={label}
      heads={[
        text('bot'),
        text('kind'),
        text('about'),
        text('expected'),
        text('found'),
        ...(hasOutcome ? [text('outcome')] : []),
        text('since'),
      ]}
      rows={differences.map((one, index) => ({
        key: `${index} ${one.kind} ${one.clientOrderId ?? one.currency}`,
        cells: [
          <Whose key="bot" of={one} />,
          text(`kind_${one.kind}`),
          [one.pair, one.currency, one.clientOrderId ?? one.exchangeOrderId].filter(Boolean).join(' '),
          <Standing key="expected" of={one.expected} />,
          <Standing key="found" of={one.found} />,
          ...('outcome' in one ? [text(outcomeOf(one))] : []),
          formatDate(one.since),
        ],
      }))}
    />
  );
}

/** Booked trades wait where their bot is on a virtual account: nobody but an operator moves its money. */
const bookedTrades: readonly Done['kind'][] = ['overfill', 'fillDuplicate', 'feeDiffers'];
const outcomeOf = ({ kind, outcome }: Done) =>
  outcome === 'waits' && bookedTrades.includes(kind) ? ('outcome_waits_trade' as const) : (`outcome_${outcome}` as const);

/** A bot, or a whole exchange account of the platform. */
export function Whose({
  of: { botId, exchangeAccountId },
}: {
  readonly of: { readonly botId: string | null; readonly exchangeAccountId: string | null };
}) {
  const text = useText('consistencies');
  if (botId === null) return text('wholeAccount', { id: exchangeAccountId ?? unknownFigure });
  return (
    <PageLink to="/bots/$botId" params={{ botId }}>
      {botId}
    </PageLink>
  );
}

function Standing({ of: { state, amount } }: { readonly of: Found['expected'] }) {
  const text = useText('consistencies');
  if (state === null) return amount ?? unknownFigure;
  const words = text(`state_${state}`);
  return amount === null ? words : text('traded', { state: words, amount });
}
