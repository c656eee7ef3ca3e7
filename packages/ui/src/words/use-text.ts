import type { Language } from '@tenbin/accounts';
import type { i18n } from 'i18next';
import { useTranslation } from 'react-i18next';
import { changeLanguage, languageOf, type WordFiles } from './start-words.ts';

export type Facts = Readonly<Record<string, string | number>>;
export type TextOf<File> = (key: keyof File & string, facts?: Facts) => string;

/**
 * Makes a hook for the texts of some word files; a key that does not exist does not compile.
 *
 * @example const useText = makeUseText<typeof words>(); const text = useText('bots'); text('noBotsYet')
 */
export const makeUseText =
  <Files extends WordFiles>() =>
  <Name extends keyof Files & string>(file: Name): TextOf<Files[Name]> => {
    const { t } = useTranslation(file);
    return t as unknown as TextOf<Files[Name]>;
  };

/** The texts by file, for whoever looks through them. */
export const useI18n = (): i18n => useTranslation('ui').i18n;

/** The language in use; the caller is drawn again when it changes. */
export const useLanguage = (): Language => languageOf(useI18n());

export function useChangeLanguage(): (language: Language) => Promise<void> {
  const i18n = useI18n();
  return (language) => changeLanguage(i18n, language);
}

/** Joins sentences as the language does; what is not said is left out. */
export function useSentences(): (...said: readonly (string | false | null | undefined)[]) => string {
  const space = useLanguage() === 'ja' ? '' : ' ';
  return (...said) => said.filter(Boolean).join(space);
}
