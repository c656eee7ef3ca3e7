import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Language } from '@tenbin/accounts';
import { query, useClient } from '@tenbin/app-kit';
import { getSelf, updateSelf } from '@tenbin/contract';
import { useChangeLanguage, useToast } from '@tenbin/ui';
import { useText } from './text.ts';

/** Speaks another language at once, and keeps it with the account (mails are written in it). A toast says when it could not be kept. */
export function useLanguageChoice(): (language: Language) => void {
  const client = useClient();
  const text = useText('shell');
  const change = useChangeLanguage();
  const toast = useToast();
  const queries = useQueryClient();
  const keep = useMutation({
    scope: { id: 'language' },
    // Once its words are there, so that a refusal is told in it too.
    mutationFn: async ({ language, spoken }: { readonly language: Language; readonly spoken: Promise<unknown> }) => {
      await Promise.allSettled([spoken]);
      return client.call(updateSelf, { body: { language } });
    },
    onSuccess: (self) => queries.setQueryData(query(getSelf, {}).queryKey, self),
    onError: () => toast('warn', text('languageNotKept')),
  });
  return (language) => keep.mutate({ language, spoken: change(language) });
}
