import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Language } from '@tenbin/accounts';
import { useChangeLanguage, useToast } from '@tenbin/ui';
import { useApp } from '../app/app-context.tsx';
import { query } from '../app/query.ts';
import { useKitText } from '../words/text.ts';

/**
 * Speaks another language at once, and keeps it with the account where the surface has one (mails are written in it). A
 * toast says when it could not be kept.
 */
export function useLanguageChoice(): (language: Language) => Promise<void> {
  const { client, self } = useApp();
  const text = useKitText('kit');
  const change = useChangeLanguage();
  const toast = useToast();
  const queries = useQueryClient();
  const keep = useMutation({
    scope: { id: 'language' },
    // Once its words are there, so that a refusal is told in it too.
    mutationFn: async ({ language, spoken }: { readonly language: Language; readonly spoken: Promise<unknown> }) => {
      await Promise.allSettled([spoken]);
      if (self) queries.setQueryData(query(self.read, {}).queryKey, await client.call(self.update, { body: { language } }));
    },
    onError: () => toast('warn', text('languageNotKept')),
  });
  return (language) => {
    const spoken = change(language);
    keep.mutate({ language, spoken });
    return spoken;
  };
}
