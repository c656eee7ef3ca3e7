import { formatDate, useI18n } from '@tenbin/ui';
import { useText } from './text.ts';

const momentPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;
const changePattern = /(?:Before|After)$/;

export interface ActNames {
  readonly actionOf: (action: string) => string;
  readonly factOf: (fact: string) => string;
  /** What a fact is: one of a list by its name, a moment by date and time. */
  readonly wordOf: (fact: string, value: string) => string;
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
  const values = useNames('factValues');
  const actionOf = (action: string): string => actions.nameOf(action) ?? action;
  const refusalOf = (code: string): string => refusals.nameOf(code) ?? code;
  /** Of one of many of a kind, 'light.primary', the kind has the name. */
  const factOf = (fact: string): string => {
    const [kind = '', ...rest] = fact.split('.');
    const name = facts.nameOf(kind);
    return name === undefined ? fact : [name, ...rest].join(' · ');
  };
  const listed = (list: string, nameOf: (one: string) => string): string =>
    list
      .split(',')
      .map(nameOf)
      .join(language === 'ja' ? '、' : ', ');
  return {
    actionOf,
    factOf,
    wordOf(fact, value) {
      if (momentPattern.test(value)) return formatDate(value);
      if (fact === 'failedAfterwards') return refusalOf(value);
      if (fact === 'fields') return listed(value, factOf);
      if (fact === 'actions') return listed(value, actionOf);
      return values.nameOf(`${fact.replace(changePattern, '')}_${value}`) ?? values.nameOf(value) ?? value;
    },
    refusalOf,
    roleOf: (role) => shell.nameOf(`role_${role}`) ?? role,
    options: actions.keys
      .filter((action) => !without.has(action))
      .map((action) => ({ value: action, name: actionOf(action) }))
      .sort((a, b) => a.name.localeCompare(b.name, language)),
  };
}

function useNames(file: 'actions' | 'factNames' | 'factValues' | 'refusals' | 'shell') {
  const text = useText(file);
  const i18n = useI18n();
  const words: Readonly<Record<string, string>> = i18n.getResourceBundle(i18n.resolvedLanguage ?? 'ja', file) ?? {};
  return { keys: Object.keys(words), nameOf: (key: string) => (Object.hasOwn(words, key) ? text(key) : undefined) };
}
