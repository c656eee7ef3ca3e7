import type { Language } from '@tenbin/accounts';
import { catalogue, isCode } from './catalogue.ts';
import type { Code } from './code.ts';
import { fill, fillKnown, type Given } from './fill.ts';
import type { Message } from './message.ts';

/** What a code says of these facts. */
export function messageOf(code: Code, language: Language, facts?: Given): Message {
  const { text, advice } = catalogue[language][code];
  return { text: fill(text, facts), advice: fill(advice, facts) };
}

/** Something stored with its code: by a bot, or by a rebalance. */
export interface StoredCode {
  readonly code: string;
  readonly facts: Given;
}

/**
 * What happened to a bot, with the cause behind it where there is one (`check`), and whether orders may still be open.
 *
 * A code that is not known here was stored by a newer version while both run: it is told as `other`. One stored by an
 * older version is told without the sentences whose facts it lacks.
 */
export function explain({ code, facts }: StoredCode, language: Language): Message {
  const happened = messageOfStored(code, language, facts);
  const check = facts?.check;
  const cause = typeof check === 'string' && check !== code ? messageOfStored(check, language, facts) : null;
  const open = Array.isArray(facts?.mayBeOpen) && facts.mayBeOpen.length > 0 ? messageOf('ordersMayBeOpen', language) : null;
  return {
    text: joined([happened.text, cause?.text, open?.text], language),
    advice: joined([(cause ?? happened).advice, open?.advice], language),
  };
}

/** As `explain`, in one line. */
export function explained(stored: StoredCode, language: Language): string {
  const { text, advice } = explain(stored, language);
  return joined([text, advice], language);
}

function messageOfStored(code: string, language: Language, facts: Given): Message {
  const { text, advice } = catalogue[language][isCode(code) ? code : 'other'];
  return { text: fillKnown(text, facts), advice: fillKnown(advice, facts) };
}

const joined = (sentences: readonly (string | undefined)[], language: Language): string =>
  sentences.filter((sentence) => sentence).join(language === 'ja' ? '' : ' ');
