import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getSelf, updateSelf } from '@tenbin/contract';
import { changeLanguage, type Language, useToast } from '@tenbin/ui';
import { client } from './client.ts';
import { query } from './query.ts';
import { useText } from './text.ts';

/** Speaks another language at once, and keeps it with the account (mails are written in it). A toast says when it could not be kept. */
export function useLanguageChoice(): (language: Language) => void {
  const text = useText('shell');
  const toast = useToast();
  const queries = useQueryClient();
  const keep = useMutation({
    scope: { id: 'language' },
    mutationFn: (language: Language) => client.call(updateSelf, { body: { language } }),
    onSuccess: (self) => queries.setQueryData(query(getSelf, {}).queryKey, self),
    onError: () => toast('warn', text('languageNotKept')),
  });
  return (language) => {
    void changeLanguage(language);
    keep.mutate(language);
  };
}
