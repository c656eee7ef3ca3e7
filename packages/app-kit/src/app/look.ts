import type { Language } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import type { Mode } from '@tenbin/ui';
import { useEffect, useState } from 'react';
import type { App } from './create-app.ts';
import { linkedBelow } from './draft.ts';

/** How pages of a draft are shown within the page on which it is written, before it is saved. */
export interface Look {
  readonly brand: Brand;
  readonly mode: Mode;
  readonly language: Language;
}

export type LookMessage = { readonly kind: 'lookWanted' } | { readonly kind: 'look'; readonly look: Look };

/** What the page around this one asks for; null where this is no draft's, or stands by itself. */
export function useRequestedLook({ draft, basePath, words }: App): Pick<Look, 'brand' | 'mode'> | null {
  const [look, setLook] = useState<Look | null>(null);
  useEffect(() => {
    if (draft === null || !isFramed()) return;
    const onMessage = ({ origin, source, data }: MessageEvent<LookMessage>) => {
      if (origin !== location.origin || source !== parent || data.kind !== 'look') return;
      setLook({ ...data.look, brand: linkedBelow(basePath, data.look.brand) });
      void words.i18n.changeLanguage(data.look.language);
    };
    addEventListener('message', onMessage);
    parent.postMessage({ kind: 'lookWanted' } satisfies LookMessage, location.origin);
    return () => removeEventListener('message', onMessage);
  }, [draft, basePath, words]);
  return look;
}

export const isFramed = (): boolean => parent !== window;
