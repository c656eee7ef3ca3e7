import { languages } from '@tenbin/accounts';
import { botErrorCodes, ownReasons, stopCauses } from '@tenbin/bots';
import { exchangeErrorReasons, rightsFaults } from '@tenbin/exchange';
import { checkCodes, widthWarnings } from '@tenbin/strategy';
import { describe, expect, test } from 'vitest';
import { catalogue, isCode } from './catalogue.ts';
import { actions as actionsEn } from './en/actions.ts';
import { causeLabels as labelsEn } from './en/cause-labels.ts';
import { causes as causesEn } from './en/causes.ts';
import { factNames as factNamesEn } from './en/fact-names.ts';
import { factValues as factValuesEn } from './en/fact-values.ts';
import { widthWarnings as widthsEn } from './en/width-warnings.ts';
import { explain, explained, messageOf } from './explain.ts';
import { actions as actionsJa } from './ja/actions.ts';
import { causeLabels as labelsJa } from './ja/cause-labels.ts';
import { causes as causesJa } from './ja/causes.ts';
import { factNames as factNamesJa } from './ja/fact-names.ts';
import { factValues as factValuesJa } from './ja/fact-values.ts';
import { widthWarnings as widthsJa } from './ja/width-warnings.ts';
import { refusalWords } from './message.ts';
import { namedFacts } from './named-facts.ts';
import { statuses } from './statuses.ts';

/** Whatever a check, a bot, an exchange or a call refuses. */
const thrown = [
  ...new Set([...checkCodes, ...botErrorCodes, ...ownReasons, ...exchangeErrorReasons, ...rightsFaults, ...Object.keys(statuses)]),
];

const placesIn = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))].sort();

describe.each(languages)('in %s', (language) => {
  test.each(thrown)('%s says what happened and what to do', (code) => {
    if (!isCode(code)) throw new Error(`${code} has no words`);
    const { text, advice } = catalogue[language][code];
    expect([text.trim(), advice.trim()]).not.toContain('');
    expect(advice).not.toBe(text);
    expect(text + advice).toMatch(language === 'ja' ? /[ぁ-ん]/ : /^[ -~]+$/);
  });

  test('a message is a sentence, but where the specification prescribes another one', () => {
    const fragments = Object.entries(catalogue[language]).filter(([, { text }]) => !/[.。]$/.test(text));
    expect(fragments.map(([code]) => code).sort()).toEqual([
      'emailOrPassword',
      'emailRequired',
      'invalidBotName',
      'invalidCurrencyPairName',
      'invalidEmail',
      'invalidReferralCode',
      'sessionTimeout',
    ]);
  });

  test('a start that was refused is explained by its check, with the figures and what helps against it', () => {
    const facts = { check: 'unbalanced', currency: 'BTC', offPercent: 151, tolerance: 50, worthUsd: 15060, evenUsd: 6000 };
    const { text, advice } = explain({ code: 'launchFailed', facts }, language);
    expect(text).toBe(
      [messageOf('launchFailed', language).text, messageOf('unbalanced', language, facts).text].join(language === 'ja' ? '' : ' '),
    );
    expect(text).toContain('15060');
    expect(advice).toBe(catalogue[language].unbalanced.advice);
  });

  test('a bot whose orders may be open says so, last', () => {
    const { text, advice } = messageOf('ordersMayBeOpen', language);
    const stored = { code: 'keyRefused', facts: { mayBeOpen: ['Tax1'] } };
    expect(explain(stored, language).text.endsWith(text)).toBe(true);
    expect(explained(stored, language).endsWith(advice)).toBe(true);
    expect(explained({ ...stored, facts: { mayBeOpen: [] } }, language)).not.toContain(text);
  });

  test('a code of a newer version is told as another reason', () => {
    for (const code of ['somethingNew', 'toString']) expect(explain({ code, facts: null }, language)).toEqual(messageOf('other', language));
  });
});

test('both languages mention the same facts', () => {
  for (const [code, { text, advice }] of Object.entries(catalogue.en)) {
    const ja = catalogue.ja[code as keyof typeof catalogue.ja];
    expect({ code, facts: placesIn(ja.text + ja.advice) }).toEqual({ code, facts: placesIn(text + advice) });
  }
});

test('a width is warned of by the same figures in both languages', () => {
  for (const code of widthWarnings) for (const words of [widthsEn, widthsJa]) expect(placesIn(words[code])).toEqual(['breakEven', 'width']);
});

test('what a bot is told of stands among the causes, which the console fetches alone', () => {
  const stored = [...checkCodes, ...botErrorCodes, ...ownReasons, ...exchangeErrorReasons, ...rightsFaults];
  for (const causes of [causesEn, causesJa]) expect(stored.filter((code) => !Object.hasOwn(causes, code))).toEqual([]);
});

test('the messages that the specification prescribes stand as they are', () => {
  const prescribed = {
    sessionTimeout: 'Please log in',
    emailOrPassword: 'Incorrect user ID or password',
    invalidEmail: 'Invalid Email Address',
    invalidReferralCode: 'This invitation code cannot be used',
    invalidBotName: 'Contains characters that cannot be used',
    invalidCurrencyPairName: 'Invalid currency pair name',
    invalidActionFlags: 'The action flags is invalid.',
  } as const;
  for (const [code, text] of Object.entries(prescribed)) expect(messageOf(code as keyof typeof prescribed, 'en').text).toBe(text);
});

test('what an older version stored is told without the sentences whose facts it lacks', () => {
  for (const language of languages) {
    for (const code of ['internal', 'amountTooSmall', 'exchangeRefused']) {
      const { text, advice } = explain({ code, facts: {} }, language);
      expect(`${text} ${advice}`).not.toMatch(/[{}]| {2}| \.|undefined/);
      expect(`${text}${advice}`.trim(), code).not.toBe('');
    }
  }
  expect(explain({ code: 'internal', facts: {} }, 'en').text).toBe('An internal error occurred.');
});

test('every fact of an act has a name in each language', () => {
  expect(Object.keys(factNamesJa)).toEqual(Object.keys(factNamesEn));
  for (const name of [...Object.values(factNamesEn), ...Object.values(factNamesJa)]) expect(name.trim()).not.toBe('');
});

test('what a fact may be has words in each language, under the name of a fact', () => {
  expect(Object.keys(factValuesJa)).toEqual(Object.keys(factValuesEn));
  for (const word of [...Object.values(factValuesEn), ...Object.values(factValuesJa)]) expect(word.trim()).not.toBe('');
  const facts = Object.keys(factValuesEn).filter((key) => !['true', 'false', 'null'].includes(key));
  expect(facts.map((key) => key.slice(0, key.indexOf('_'))).filter((name) => !Object.hasOwn(factNamesEn, name))).toEqual([]);
});

test('a fact without a name, and a value without words, does not compile', () => {
  // @ts-expect-error: no fact is called this
  namedFacts({ unheardOf: 'anything' });
  // @ts-expect-error: one of the values has no words
  namedFacts({ act: 'ban' as 'ban' | 'unheardOf' });
  const facts = { act: 'ban', roleAfter: 'owner', email: 'a@example.org' } as { act: 'ban' | 'stop'; roleAfter: 'owner'; email: string };
  expect(namedFacts(facts)).toBe(facts);
});

test('every act has a name of its own in each language', () => {
  expect(Object.keys(actionsJa)).toEqual(Object.keys(actionsEn));
  for (const names of [Object.values<string>(actionsEn), Object.values<string>(actionsJa)]) expect(new Set(names).size).toBe(names.length);
  for (const name of Object.values(actionsJa)) expect(name).toMatch(/[ぁ-んァ-ヶ一-龠]/);
});

test('a refusal is told without the figures of its moment', () => {
  expect(refusalWords(catalogue.en).tooManyPasskeys).toBe('You have … passkeys already, which is the maximum.');
  for (const language of languages)
    expect(Object.values(refusalWords(catalogue[language])).filter((text) => /[{}]/.test(text) || text.trim() === '')).toEqual([]);
});

describe.each([
  ['en', labelsEn, /^[A-Z][ -~]+$/],
  ['ja', labelsJa, /[ァ-ヶ一-龠]/],
] as const)('in %s', (_language, labels, spelling) => {
  test.each(stopCauses)('a stop by %s has a label of its own', (cause) => {
    expect(labels[cause]).toMatch(spelling);
    expect(Object.values(labels).filter((label) => label === labels[cause])).toHaveLength(1);
    // A label names; the sentence is the message's.
    expect(labels[cause]).not.toMatch(/[.。]$/);
    expect(labels[cause].length).toBeLessThan(40);
  });

  test('nothing else has a label', () => {
    expect(Object.keys(labels).sort()).toEqual([...stopCauses].sort());
  });
});
