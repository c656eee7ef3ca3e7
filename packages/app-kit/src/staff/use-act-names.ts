import { useI18n } from '@tenbin/ui';
import { useText } from './text.ts';

export interface ActNames {
  readonly actionOf: (action: string) => string;
  readonly factOf: (fact: string) => string;
  readonly refusalOf: (code: string) => string;
  readonly roleOf: (role: string) => string;
  /** The acts, by name. */
  readonly options: readonly { readonly value: string; readonly name: string }[];
}

/**
 * What acts, their facts, what they were refused with and roles are called; what a newer server knows besides is called as the API does.
 *
 * @param without - acts that no log of these has
 */
export function useActNames(without: ReadonlySet<string> = new Set()): ActNames {
  const language = useI18n().resolvedLanguage ?? 'ja';
  const [actions, facts, refusals, shell] = [useNames('actions'), useNames('factNames'), useNames('refusals'), useNames('shell')];
  const actionOf = (action: string): string => actions.nameOf(action) ?? action;
  return {
    actionOf,
    /** Of one of many of a kind, 'light.primary', the kind has the name. */
    factOf(fact) {
      const [kind = '', ...rest] = fact.split('.');
      const name = facts.nameOf(kind);
      return name === undefined ? fact : [name, ...rest].join(' · ');
    },
    refusalOf: (code) => refusals.nameOf(code) ?? code,
    roleOf: (role) => shell.nameOf(`role_${role}`) ?? role,
    options: actions.keys
      .filter((action) => !without.has(action))
      .map((action) => ({ value: action, name: actionOf(action) }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
  };
}

function useNames(file: 'actions' | 'factNames' | 'refusals' | 'shell') {
  const text = useText(file);
  const i18n = useI18n();
  const words: Readonly<Record<string, string>> = i18n.getResourceBundle(i18n.resolvedLanguage ?? 'ja', file) ?? {};
  return { keys: Object.keys(words), nameOf: (key: string) => (Object.hasOwn(words, key) ? text(key) : undefined) };
}
