import type { MailTemplates } from '../content.ts';
import { momentText } from '../formats.ts';

type Factor = 'authenticator' | 'passkey' | 'recoveryCodes';
type KeyChange = 'stored' | 'replaced' | 'removed';

/** `url`: of the security settings. */
export interface SecurityMails {
  factorChanged: {
    readonly change: 'added' | 'removed';
    readonly factor: Factor;
    /** As its owner calls it; null where it has no name. */
    readonly name: string | null;
    readonly at: Date;
    readonly url: string;
  };
  apiKeyChanged: {
    readonly change: KeyChange;
    readonly exchangeName: string;
    /** Its last four characters. */
    readonly keyEnding: string;
    readonly at: Date;
    readonly url: string;
  };
  /** `device`: as its browser calls itself; `address`: from where. */
  newDevice: { readonly device: string; readonly address: string; readonly at: Date; readonly url: string };
}

const factorsJa: Readonly<Record<Factor, string>> = { authenticator: '認証アプリ', passkey: 'パスキー', recoveryCodes: 'リカバリーコード' };
const factorsEn: Readonly<Record<Factor, string>> = {
  authenticator: 'Authenticator app',
  passkey: 'Passkey',
  recoveryCodes: 'Recovery codes',
};
const keyChangesJa: Readonly<Record<KeyChange, string>> = { stored: '登録', replaced: '変更', removed: '削除' };
const keyChangesEn: Readonly<Record<KeyChange, string>> = { stored: 'stored', replaced: 'replaced', removed: 'removed' };

const notYouJa = 'お心当たりがない場合は、パスワードを変更し、すべての端末からログアウトしてください。';
const notYouEn = 'If this was not you, change your password and sign out everywhere.';

export const securityMails: MailTemplates<SecurityMails> = {
  factorChanged: {
    topic: 'always',
    ja: ({ change, factor, name, at, url }) => {
      const done = change === 'added' ? '追加' : '削除';
      return {
        subject: `ログインの認証方法が${done}されました`,
        paragraphs: [
          change === 'added'
            ? 'ログインに使う認証方法が追加されました。次回のログインから使われます。'
            : 'ログインに使う認証方法が削除されました。今後のログインでは使えません。',
        ],
        facts: [
          ['認証方法', name === null ? factorsJa[factor] : `${factorsJa[factor]}（${name}）`],
          [`${done}日時`, momentText(at, 'ja')],
        ],
        action: { label: 'セキュリティの画面を開く', url },
        closing: notYouJa,
      };
    },
    en: ({ change, factor, name, at, url }) => ({
      subject: `A sign-in method was ${change}`,
      paragraphs: [
        change === 'added'
          ? 'A sign-in method was added to your account. It is asked for from the next sign-in on.'
          : 'A sign-in method was removed from your account. It no longer works.',
      ],
      facts: [
        ['Method', name === null ? factorsEn[factor] : `${factorsEn[factor]} (${name})`],
        [change === 'added' ? 'Added at' : 'Removed at', momentText(at, 'en')],
      ],
      action: { label: 'Open the security page', url },
      closing: notYouEn,
    }),
  },

  apiKeyChanged: {
    topic: 'always',
    ja: ({ change, exchangeName, keyEnding, at, url }) => ({
      subject: `${exchangeName}のAPIキーが${keyChangesJa[change]}されました`,
      paragraphs: [
        `取引所のAPIキーが${keyChangesJa[change]}されました。${change === 'removed' ? 'このキーは今後使われません。' : 'ボットはこのキーで取引します。'}`,
      ],
      facts: [
        ['取引所', exchangeName],
        ['APIキーの末尾', keyEnding],
        [`${keyChangesJa[change]}日時`, momentText(at, 'ja')],
      ],
      action: { label: '設定を確認する', url },
      closing: `${notYouJa}取引所でもAPIキーを無効にしてください。`,
    }),
    en: ({ change, exchangeName, keyEnding, at, url }) => ({
      subject: `Your API key for ${exchangeName} was ${keyChangesEn[change]}`,
      paragraphs: [
        `The API key of your exchange account was ${keyChangesEn[change]}. ${change === 'removed' ? 'It is not used any more.' : 'Your bots trade with this key.'}`,
      ],
      facts: [
        ['Exchange', exchangeName],
        ['API key ends with', keyEnding],
        ['Changed at', momentText(at, 'en')],
      ],
      action: { label: 'Check the settings', url },
      closing: `${notYouEn} Revoke the API key at the exchange as well.`,
    }),
  },

  newDevice: {
    topic: 'always',
    ja: ({ device, address, at, url }) => ({
      subject: '新しい端末からのログインがありました',
      paragraphs: ['これまで使われていない端末から、アカウントにログインがありました。'],
      facts: [
        ['端末', device],
        ['IPアドレス', address],
        ['日時', momentText(at, 'ja')],
      ],
      action: { label: 'ログイン中の端末を確認する', url },
      closing: `ご自身でログインした場合、何もする必要はありません。${notYouJa}`,
    }),
    en: ({ device, address, at, url }) => ({
      subject: 'New sign-in to your account',
      paragraphs: ['Your account was signed in to from a device that was not used before.'],
      facts: [
        ['Device', device],
        ['IP address', address],
        ['Signed in at', momentText(at, 'en')],
      ],
      action: { label: 'Review your sessions', url },
      closing: `If you signed in yourself, there is nothing to do. ${notYouEn}`,
    }),
  },
};
