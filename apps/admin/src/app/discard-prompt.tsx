import { DiscardPrompt as AnyDiscardPrompt } from '@tenbin/app-kit';
import { useI18n } from '@tenbin/ui';
import { useCallback, useEffect } from 'react';

const file = 'unsaved';

/** Asks before a page with something unsaved is left. */
export function DiscardPrompt({ unsaved }: { readonly unsaved: boolean }) {
  const i18n = useI18n();
  // Here, and not with a section's words: those are named in what the sign-in loads.
  useEffect(() => void i18n.loadNamespaces(file), [i18n]);
  return <AnyDiscardPrompt text={(key) => i18n.t(key, { ns: file })} unsaved={useCallback(() => unsaved, [unsaved])} />;
}
