import { DiscardPrompt as AnyDiscardPrompt } from '@tenbin/app-kit';
import { useCallback } from 'react';
import { useText } from './text.ts';

/** Asks before a page with something unsaved is left; its section has the words `unsaved`. */
export function DiscardPrompt({ unsaved }: { readonly unsaved: boolean }) {
  return <AnyDiscardPrompt text={useText('unsaved')} unsaved={useCallback(() => unsaved, [unsaved])} />;
}
