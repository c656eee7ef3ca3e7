import type { Action } from '@tenbin/messages';
import { useI18n } from '@tenbin/ui';
import { actsOfPlatform } from './acts-of-platform.ts';
import { useText } from './text.ts';

/** What acts are called, and what they were refused with; what a newer server knows besides is called as the API does. */
export function useActNames() {
  const actionText = useText('actions');
  const factText = useText('factNames');
  const refusalText = useText('refusals');
  const i18n = useI18n();
  const language = i18n.resolvedLanguage ?? 'ja';
  const has = (file: 'actions' | 'factNames' | 'refusals', key: string): boolean =>
    Object.hasOwn(i18n.getResourceBundle(language, file) ?? {}, key);
  const nameOf = (action: string): string => (has('actions', action) ? actionText(action as Action) : action);
  return {
    nameOf,
    /** Of one of many of a kind, 'light.primary', the kind has the name. */
    factOf: (fact: string): string => {
      const [kind = '', ...rest] = fact.split('.');
      return has('factNames', kind) ? [factText(kind as 'name'), ...rest].join(' · ') : fact;
    },
    refusalOf: (code: string): string => (has('refusals', code) ? refusalText(code) : code),
    /** By name. */
    options: Object.keys(i18n.getResourceBundle(language, 'actions') ?? {})
      .filter((action) => !actsOfPlatform.has(action))
      .map((action) => ({ value: action, name: nameOf(action) }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
  };
}
