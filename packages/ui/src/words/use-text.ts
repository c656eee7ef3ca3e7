import { useTranslation } from 'react-i18next';
import { currentLanguage, type Language, type WordFiles } from './start-words.ts';

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

/** The language in use; the caller is drawn again when it changes. */
export function useLanguage(): Language {
  useTranslation('ui');
  return currentLanguage();
}
