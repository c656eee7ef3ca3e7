import type { Mapped, PlatformBot } from '@tenbin/contract';
import { useText } from './text.ts';

/** What a bot is called: one of the platform's own after the virtual account whose money it uses, what it does with that, and the pair where that is one. */
export function useBotName(): (bot: Pick<Mapped<PlatformBot>, 'name' | 'user' | 'virtualAccount' | 'kind' | 'pairs'>) => string {
  const text = useText('markets');
  return ({ name, user, virtualAccount, kind, pairs }) =>
    user === null
      ? [virtualAccount, [text(`kind_${kind}`), ...(pairs.length === 1 ? pairs : [])].join(' ')].filter((part) => part !== null).join(' – ')
      : name;
}
