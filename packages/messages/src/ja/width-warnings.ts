import type { WidthWarning } from '@tenbin/strategy';

/** What there is to say against an order width, percent: in front of whoever chooses it, and once it is saved. */
export const widthWarnings = {
  underBreakEven: '注文幅{width}%では、取引のたびに手数料が収益を上回ります。収益が出るのは{breakEven}%を超える幅です。',
  underBreakEvenTogether:
    '注文幅{width}%でも取引ごとに収益が出ます。ただし急な値動きで1つの通貨の注文2件が同時に約定した場合は、{breakEven}%を超える幅でのみ収益が出ます。',
} as const satisfies Readonly<Record<WidthWarning, string>>;
