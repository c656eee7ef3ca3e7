import type { WidthWarning } from '@tenbin/strategy';

/** What there is to say against an order width, percent: in front of whoever chooses it, and once it is saved. */
export const widthWarnings = {
  underBreakEven: 'At a width of {width}% every trade costs more in fees than it earns. It earns above {breakEven}%.',
  underBreakEvenTogether:
    'Each trade earns at a width of {width}%. When a coin moves so fast that two of its orders fill at once, the two together earn only above {breakEven}%.',
} as const satisfies Readonly<Record<WidthWarning, string>>;
