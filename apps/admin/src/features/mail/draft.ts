import { type BroadcastKind, type Language, languages } from '@tenbin/accounts';
import { useEffect, useState } from 'react';

/** What is being written; to whom, says the address. */
export interface Draft {
  readonly kind: BroadcastKind;
  readonly subject: Readonly<Record<Language, string>>;
  readonly body: Readonly<Record<Language, string>>;
  /** As the field has it, in the organization's time zone; null: now. */
  readonly sendAt: string | null;
}

const empty: Draft = { kind: 'news', subject: { ja: '', en: '' }, body: { ja: '', en: '' }, sendAt: null };
const storedAs = 'email-draft';

function stored(): Draft {
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(storedAs) ?? '{}') as Partial<Draft>) };
  } catch {
    return empty;
  }
}

/** Kept in this tab: nothing that was typed is lost by a reload, or by the way back. */
export function useDraft() {
  const [draft, setDraft] = useState(stored);
  useEffect(() => sessionStorage.setItem(storedAs, JSON.stringify(draft)), [draft]);
  return {
    draft,
    change: (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes })),
    clear: () => {
      setDraft(empty);
      sessionStorage.removeItem(storedAs);
    },
  };
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** As the server asks: at least one language, and each with both or neither. */
export const isWritten = ({ subject, body }: Pick<Draft, 'subject' | 'body'>): boolean =>
  languages.some((language) => !isEmpty(subject[language])) &&
  languages.every((language) => isEmpty(subject[language]) === isEmpty(body[language]));
