import type { Language } from '@tenbin/accounts';
import type { RouteReply, updateBot } from '@tenbin/contract';
import { type BalancingSettings, type BreakEven, type WidthWarning as Code, widthOfDelta, widthWarningOf } from '@tenbin/strategy';

type WidthWarning = RouteReply<typeof updateBot>['warnings'][number];

const words: Readonly<Record<Code, Readonly<Record<Language, (width: number, breakEven: number) => string>>>> = {
  underBreakEven: {
    en: (width, breakEven) => `At a width of ${width}% every trade costs more in fees than it earns. It earns above ${breakEven}%.`,
    ja: (width, breakEven) => `注文幅${width}%では、取引のたびに手数料が収益を上回ります。収益が出るのは${breakEven}%を超える幅です。`,
  },
  underBreakEvenTogether: {
    en: (width, breakEven) =>
      `When two orders of one coin fill before they are moved, a width of ${width}% costs more in fees than it earns. Above ${breakEven}% it earns then as well.`,
    ja: (width, breakEven) =>
      `1つの通貨の注文2件が更新前に続けて約定した場合、注文幅${width}%では手数料が収益を上回ります。${breakEven}%を超える幅であれば、その場合も収益が出ます。`,
  },
};

/** What its user should know of a width that was saved: below break-even the bot loses with every fill. */
export function widthWarnings({ delta }: Pick<BalancingSettings, 'delta'>, breakEven: BreakEven, language: Language): WidthWarning[] {
  const width = widthOfDelta(delta);
  const warning = widthWarningOf(width, breakEven);
  if (warning === null) return [];
  const { code, above: breakEvenWidth } = warning;
  return [{ code, message: words[code][language](width, breakEvenWidth), width, breakEvenWidth }];
}
