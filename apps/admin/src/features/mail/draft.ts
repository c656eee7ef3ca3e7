import { type BroadcastKind, type Language, languages } from '@tenbin/accounts';
import { ofSession, useApp } from '@tenbin/app-kit';
import { useState } from 'react';
import { useSelf } from '../../app/use-self.ts';

/** What is being written; to whom, says the address. */
export interface Draft {
  readonly kind: BroadcastKind;
  readonly subject: Readonly<Record<Language, string>>;
  readonly body: Readonly<Record<Language, string>>;
  /** As the field has it, in the organization's time zone; null: now. */
  readonly sendAt: string | null;
}

export const emptyDraft: Draft = { kind: 'news', subject: { ja: '', en: '' }, body: { ja: '', en: '' }, sendAt: null };

/** Kept in this tab for whoever writes it, until they sign out: nothing that was typed is lost by a reload, or by the way back. */
export function useKeptDraft() {
  const { drafts } = useApp();
  const { data: self } = useSelf();
  const about = ofSession(`email ${self?.id}`);
  const [kept] = useState(() => drafts.find<Draft>(about));
  return {
    kept: kept && { ...emptyDraft, ...kept },
    keep: (draft: Draft) => drafts.keep(about, draft, draft),
    drop: () => drafts.drop(about),
  };
}

const isEmpty = (text: string): boolean => text.trim() === '';

/** As the server asks: at least one language, and each with both or neither. */
export const isWritten = ({ subject, body }: Pick<Draft, 'subject' | 'body'>): boolean =>
  languages.some((language) => !isEmpty(subject[language])) &&
  languages.every((language) => isEmpty(subject[language]) === isEmpty(body[language]));
