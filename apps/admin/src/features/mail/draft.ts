import { type BroadcastKind, type Language, languages } from '@tenbin/accounts';
import { ofSession, useApp } from '@tenbin/app-kit';
import { useEffect, useState } from 'react';
import { useSelf } from '../../app/use-self.ts';

/** What is being written; to whom, says the address. */
export interface Draft {
  readonly kind: BroadcastKind;
  readonly subject: Readonly<Record<Language, string>>;
  readonly body: Readonly<Record<Language, string>>;
  /** As the field has it, in the organization's time zone; null: now. */
  readonly sendAt: string | null;
}

const empty: Draft = { kind: 'news', subject: { ja: '', en: '' }, body: { ja: '', en: '' }, sendAt: null };

/** Kept in this tab for whoever writes it, until they sign out: nothing that was typed is lost by a reload, or by the way back. */
export function useDraft() {
  const { drafts } = useApp();
  const { data: self } = useSelf();
  const about = ofSession(`email ${self?.id}`);
  const [draft, setDraft] = useState<Draft>(() => ({ ...empty, ...drafts.find<Draft>(about) }));
  useEffect(() => drafts.keep(about, draft, draft), [drafts, about, draft]);
  return {
    draft,
    change: (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes })),
    clear: () => {
      setDraft(empty);
      drafts.drop(about);
    },
  };
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** As the server asks: at least one language, and each with both or neither. */
export const isWritten = ({ subject, body }: Pick<Draft, 'subject' | 'body'>): boolean =>
  languages.some((language) => !isEmpty(subject[language])) &&
  languages.every((language) => isEmpty(subject[language]) === isEmpty(body[language]));
