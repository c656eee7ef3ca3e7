import { type Code, catalogue } from '@tenbin/messages';
import { everyWord as adminWords } from '../../apps/admin/src/testing/every-word.ts';
import { everyWord as consoleWords } from '../../apps/console/src/testing/every-word.ts';
import { pageWords as operatorEn } from '../../apps/operator/src/words/en/pages.ts';
import { pageWords as operatorJa } from '../../apps/operator/src/words/ja/pages.ts';
import { catalogue as mails } from '../../packages/mail/src/catalogue.ts';
import type { MailContent } from '../../packages/mail/src/content.ts';
import { sampleFacts } from '../../packages/mail/src/samples.ts';

export type Language = 'ja' | 'en';
type Facts = Readonly<Record<string, string | number>>;
type File = Readonly<Record<string, string>>;
type Files = Readonly<Record<string, File>>;

/** By file: a key that does not exist does not compile. */
type Texts<Words extends Files, Text> = {
  readonly [Name in keyof Words & string]: (key: keyof Words[Name] & string, facts?: Facts) => Text;
};

const words = { console: consoleWords, admin: adminWords, operator: { ja: operatorJa, en: operatorEn } } as const;
type FrontEnd = keyof typeof words;
type WordsOf<Of extends FrontEnd> = (typeof words)[Of]['ja'];

export interface Speech<Of extends FrontEnd> {
  readonly language: Language;
  /** As a browser names it. */
  readonly locale: string;
  /** A text as a page shows it. @throws when a fact is missing */
  readonly say: Texts<WordsOf<Of>, string>;
  /** A text with anything in the place of the facts that are not given. */
  readonly like: Texts<WordsOf<Of>, RegExp>;
  /** What a code tells, with anything in the place of its facts. */
  readonly told: (code: Code) => RegExp;
}

const locales = { ja: 'ja-JP', en: 'en-US' } as const;
const other = { ja: 'en', en: 'ja' } as const;

/** In which language a journey runs: `JOURNEYS_IN=other` says that each does in the one that is not its usual one. */
export const languageOf = (usual: Language): Language => (process.env.JOURNEYS_IN === 'other' ? other[usual] : usual);

/**
 * The texts of a front end as its own word files have them, in one language.
 *
 * @example const { say } = speak('console', languageOf('ja')); page.getByRole('button', { name: say.bots('startNamed', { name }) })
 */
export function speak<Of extends FrontEnd>(frontEnd: Of, language: Language): Speech<Of> {
  const files: Files = words[frontEnd][language];
  const texts = <Text>(make: (forms: Forms, facts: Facts) => Text) =>
    Object.fromEntries(
      Object.entries(files).map(([name, file]) => [
        name,
        (key: string, facts: Facts = {}) => make(formsOf({ name, file, key, facts }), facts),
      ]),
    ) as unknown as Texts<WordsOf<Of>, Text>;
  return {
    language,
    locale: locales[language],
    say: texts(filled),
    like: texts(patternOf),
    told: (code) => patternOf([catalogue[language][code].text.replace(/\{(\w+)\}/g, '{{$1}}')], {}),
  };
}

/** What a kind of mail is headed with, where that is the same for all facts. */
export function subjectOf(kind: keyof typeof mails, language: Language): string {
  const render = mails[kind][language] as (facts: unknown) => MailContent;
  return render(sampleFacts[kind][0]).subject;
}

/** A text, and what it is of one where nobody said how many there are. */
type Forms = readonly [text: string, ...ofOne: string[]];

function formsOf({ name, file, key, facts: { count } }: { name: string; file: File; key: string; facts: Facts }): Forms {
  const { [key]: text, [`${key}_one`]: ofOne } = file;
  if (text === undefined) throw new Error(`there is no text ${name}.${key}`);
  if (ofOne === undefined || (count !== undefined && count !== 1)) return [text];
  return count === 1 ? [ofOne] : [text, ofOne];
}

const places = /\{\{(\w+)\}\}/g;

const filled = ([text]: Forms, facts: Facts): string =>
  text.replace(places, (_, name: string) => {
    const fact = facts[name];
    if (fact === undefined) throw new Error(`${name} is missing in: ${text}`);
    return String(fact);
  });

const patternOf = (forms: Forms, facts: Facts): RegExp =>
  new RegExp(
    forms
      .map((text) =>
        text
          .split(/(\{\{\w+\}\})/)
          .map((part) => {
            const [, name] = /^\{\{(\w+)\}\}$/.exec(part) ?? [];
            if (name === undefined) return escaped(part);
            return name in facts ? escaped(String(facts[name])) : '.+?';
          })
          .join(''),
      )
      .join('|'),
  );

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
