import type { Side } from '@tenbin/market';
import { Empty, formatAmount, formatPrice, Panel, SmallTable, unknownFigure } from '@tenbin/ui';
import { useText } from './text.ts';

/** Of the book on each side; our own orders are shown however far away they are. */
const shownLevels = 8;

interface Rung {
  readonly side: Side;
  readonly price: number;
  readonly inBook: number | null;
  readonly ours: number;
}

type Level = readonly [price: number, amount: number];

interface LadderPanelProps {
  readonly title: string;
  readonly book: { readonly bids: readonly Level[]; readonly asks: readonly Level[] } | null;
  readonly mid: number | null;
  readonly orders: readonly {
    readonly side: Rung['side'];
    readonly price: string;
    readonly amount: string;
    readonly filled: string;
  }[];
}

/** Brings the middle of what scrolls into sight, once. */
function toMiddle(mark: HTMLElement | null): void {
  const scrolled = mark?.closest<HTMLElement>('[role=group]');
  if (!mark || !scrolled) return;
  scrolled.scrollTop += mark.getBoundingClientRect().top - scrolled.getBoundingClientRect().top - scrolled.clientHeight / 2;
}

/** Our orders among all others, the highest price first. */
export function LadderPanel({ title, book, mid, orders }: LadderPanelProps) {
  const text = useText('markets');
  const amountOf = (amount: number) => formatAmount(amount.toFixed(8));
  const rows = (side: Rung['side'], levels: readonly Level[]) =>
    rungsOf(side, levels, orders).map(({ price, inBook, ours }) => ({
      key: `${side} ${price}`,
      cells: [
        formatPrice(price),
        text(side),
        inBook === null ? unknownFigure : amountOf(inBook),
        ours > 0 ? <b key="ours">{amountOf(ours)}</b> : '',
      ],
    }));
  const middle = (
    <span key="mid" ref={toMiddle}>
      {text('mid')}
    </span>
  );
  return (
    <Panel title={title}>
      {book === null ? (
        <Empty title={text('noBook')}>{text('noBookHelp')}</Empty>
      ) : (
        <SmallTable
          lined
          maxHeight={560}
          label={title}
          heads={[text('price'), text('side'), text('inBook'), text('ours')]}
          rows={[
            ...rows('sell', book.asks),
            { key: 'mid', cells: [mid === null ? unknownFigure : formatPrice(mid), middle, '', ''] },
            ...rows('buy', book.bids),
          ]}
        />
      )}
    </Panel>
  );
}

function rungsOf(side: Rung['side'], levels: readonly Level[], orders: LadderPanelProps['orders']): readonly Rung[] {
  const ours = new Map<number, number>();
  for (const order of orders)
    if (order.side === side)
      ours.set(Number(order.price), (ours.get(Number(order.price)) ?? 0) + Number(order.amount) - Number(order.filled));
  const known = new Map(levels.map(([price, amount]) => [price, amount]));
  const prices = new Set([...levels.slice(0, shownLevels).map(([price]) => price), ...ours.keys()]);
  return [...prices].sort((a, b) => b - a).map((price) => ({ side, price, inBook: known.get(price) ?? null, ours: ours.get(price) ?? 0 }));
}
