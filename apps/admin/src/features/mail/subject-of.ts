import type { Language } from '@tenbin/accounts';

/** In the language of the screen where it is written in that one, else in the other. */
export const subjectOf = (subject: Readonly<Record<Language, string>>, language: Language): string =>
  subject[language].trim() || subject[language === 'ja' ? 'en' : 'ja'].trim();
