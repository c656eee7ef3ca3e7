import type { Language } from '@tenbin/accounts';
import type { RouteReply, updateBot } from '@tenbin/contract';
import { fill } from '@tenbin/messages';
import { widthWarnings as en } from '@tenbin/messages/width-warnings/en';
import { widthWarnings as ja } from '@tenbin/messages/width-warnings/ja';
import { type BalancingSettings, type BreakEven, widthOfDelta, widthWarningOf } from '@tenbin/strategy';

type WidthWarning = RouteReply<typeof updateBot>['warnings'][number];

const words = { en, ja } as const;

/** What its user should know of a width that was saved: below break-even the bot loses with every fill. */
export function widthWarnings({ delta }: Pick<BalancingSettings, 'delta'>, breakEven: BreakEven, language: Language): WidthWarning[] {
  const width = widthOfDelta(delta);
  const warning = widthWarningOf(width, breakEven);
  if (warning === null) return [];
  const { code, above: breakEvenWidth } = warning;
  return [{ code, message: fill(words[language][code], { width, breakEven: breakEvenWidth }), width, breakEvenWidth }];
}
