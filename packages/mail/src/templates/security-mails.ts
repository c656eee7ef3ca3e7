import type { MailTemplates } from '../content.ts';
import { momentText } from '../formats.ts';

/** What the button in a mail about security does, for whoever has not done what the mail tells of. */
export const notMeClosingJa =
  'お心当たりがない場合は、すぐに「これは自分ではありません」を押してください。すべてのログインを終了し、ボットを停止して、新しいパスワードを設定するためのメールをお送りします。';
export const notMeClosingEn =
  'If it was not you, press “This was not me” at once: that ends all sign-ins, stops your bots, and mails you a link for a new password.';

type Factor = 'authenticator' | 'passkey' | 'recoveryCodes';
type KeyChange = 'stored' | 'replaced' | 'removed';

/** `url`: of the security settings; `notMeUrl`: absent for staff, who have no such link. */
export interface SecurityMails {
  factorChanged: {
    readonly change: 'added' | 'removed';
    readonly factor: Factor;
    /** As its owner calls it; null where it has no name. */
    readonly name: string | null;
    readonly at: Date;
    readonly url: string;
    readonly notMeUrl?: string | undefined;
  };
  /** Too many wrong codes: none is looked at for a while. */
  codesLocked: {
    /** What was to be done with them: a second factor's, or one that was mailed to another address. */
    readonly codes: 'signIn' | 'emailChange';
    readonly minutes: number;
    readonly at: Date;
    readonly notMeUrl?: string | undefined;
  };
  /** An administrator looks at the console as this user sees it. */
  accountViewed: { readonly reason: string; readonly minutes: number; readonly at: Date };
  /** Whoever runs the platform has switched off what was lost. */
  factorsRemoved: { readonly reason: string; readonly at: Date; readonly url: string; readonly notMeUrl?: string | undefined };
  apiKeyChanged: {
    readonly change: KeyChange;
    readonly exchangeName: string;
    /** Its last four characters. */
    readonly keyEnding: string;
    readonly at: Date;
    readonly url: string;
    readonly notMeUrl: string;
  };
  /** `device`: as its browser calls itself; `address`: from where. */
  newDevice: {
    readonly device: string;
    readonly address: string;
    readonly at: Date;
    readonly url: string;
    readonly notMeUrl?: string | undefined;
  };
}

const factorsJa: Readonly<Record<Factor, string>> = { authenticator: '認証アプリ', passkey: 'パスキー', recoveryCodes: 'リカバリーコード' };
const factorsEn: Readonly<Record<Factor, string>> = {
  authenticator: 'Authenticator app',
  passkey: 'Passkey',
  recoveryCodes: 'Recovery codes',
};
const keyChangesJa: Readonly<Record<KeyChange, string>> = { stored: '登録', replaced: '変更', removed: '削除' };
const keyChangesEn: Readonly<Record<KeyChange, string>> = { stored: 'stored', replaced: 'replaced', removed: 'removed' };

const notYouJa = (notMeUrl: string | undefined): string =>
  notMeUrl === undefined ? 'お心当たりがない場合は、パスワードを変更し、すべての端末からログアウトしてください。' : notMeClosingJa;
const notYouEn = (notMeUrl: string | undefined): string =>
  notMeUrl === undefined ? 'If this was not you, change your password and sign out everywhere.' : notMeClosingEn;

export const securityMails: MailTemplates<SecurityMails> = {
  factorChanged: {
    topic: 'always',
    ja: ({ change, factor, name, at, url, notMeUrl }) => {
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
        notMeUrl,
        closing: notYouJa(notMeUrl),
      };
    },
    en: ({ change, factor, name, at, url, notMeUrl }) => ({
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
      notMeUrl,
      closing: notYouEn(notMeUrl),
    }),
  },

  codesLocked: {
    topic: 'always',
    ja: ({ codes, minutes, at, notMeUrl }) => ({
      subject: '誤ったコードが続けて入力されました',
      paragraphs: [
        codes === 'signIn'
          ? '認証アプリのコードまたはリカバリーコードとして、誤ったコードが続けて入力されました。入力した人は、あなたのパスワードを知っています。'
          : '新しいメールアドレスの認証コードとして、誤ったコードが続けて入力されました。',
        `安全のため、${minutes}分間はコードを受け付けません。`,
      ],
      facts: [['日時', momentText(at, 'ja')]],
      notMeUrl,
      closing: `ご自身で入力した場合、時間をおいてもう一度お試しください。${notYouJa(notMeUrl)}`,
    }),
    en: ({ codes, minutes, at, notMeUrl }) => ({
      subject: 'Wrong codes were entered repeatedly',
      paragraphs: [
        codes === 'signIn'
          ? 'Wrong codes were entered in the place of one of your authenticator app, or of a recovery code. Whoever did that knows your password.'
          : 'Wrong codes were entered for a new e-mail address of your account.',
        `To be safe, no code is accepted for ${minutes} minutes.`,
      ],
      facts: [['Last one at', momentText(at, 'en')]],
      notMeUrl,
      closing: `If you entered them yourself, wait and try again. ${notYouEn(notMeUrl)}`,
    }),
  },

  factorsRemoved: {
    topic: 'always',
    ja: ({ reason, at, url, notMeUrl }) => ({
      subject: '2段階認証が解除されました',
      paragraphs: [
        '運営者が、アカウントの認証アプリ、パスキー、リカバリーコードをすべて削除しました。次回からはパスワードだけでログインできます。',
        'ログイン後、2段階認証をもう一度設定してください。',
      ],
      facts: [
        ['理由', reason],
        ['解除日時', momentText(at, 'ja')],
      ],
      action: { label: 'セキュリティの画面を開く', url },
      notMeUrl,
      closing: `ご自身で依頼した場合、そのままログインしてください。${notYouJa(notMeUrl)}`,
    }),
    en: ({ reason, at, url, notMeUrl }) => ({
      subject: 'Your two-step verification was switched off',
      paragraphs: [
        'The operator of this service removed the authenticator app, the passkeys and the recovery codes of your account. From now on the password alone signs you in.',
        'Log in and set up two-step verification again.',
      ],
      facts: [
        ['Reason', reason],
        ['Switched off at', momentText(at, 'en')],
      ],
      action: { label: 'Open the security page', url },
      notMeUrl,
      closing: `If you asked for it, there is nothing else to do. ${notYouEn(notMeUrl)}`,
    }),
  },

  accountViewed: {
    topic: 'always',
    ja: ({ reason, minutes, at }) => ({
      subject: '管理者があなたの画面を閲覧しています',
      paragraphs: [
        `サポートのため、管理者があなたの画面を最長${minutes}分間、閲覧専用で開きました。設定の変更や取引はできず、APIキーやパスワードなどの秘密情報は表示されません。`,
      ],
      facts: [
        ['理由', reason],
        ['開始日時', momentText(at, 'ja')],
      ],
      closing: 'お心当たりがない場合は、サポートへお問い合わせください。',
    }),
    en: ({ reason, minutes, at }) => ({
      subject: 'An administrator is looking at your console',
      paragraphs: [
        `To help you, an administrator opened your console for up to ${minutes} minutes, to read alone. They can change nothing and trade nothing, and are shown no API key, password or other secret.`,
      ],
      facts: [
        ['Reason', reason],
        ['Opened at', momentText(at, 'en')],
      ],
      closing: 'If you did not expect this, please contact support.',
    }),
  },

  apiKeyChanged: {
    topic: 'always',
    ja: ({ change, exchangeName, keyEnding, at, url, notMeUrl }) => ({
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
      notMeUrl,
      closing: `${notMeClosingJa}取引所でもAPIキーを無効にしてください。`,
    }),
    en: ({ change, exchangeName, keyEnding, at, url, notMeUrl }) => ({
      subject: `Your API key for ${exchangeName} was ${keyChangesEn[change]}`,
      paragraphs: [
        `The API key of your exchange account was ${keyChangesEn[change]}. ${change === 'removed' ? 'It is no longer used.' : 'Your bots trade with this key.'}`,
      ],
      facts: [
        ['Exchange', exchangeName],
        ['API key ends with', keyEnding],
        ['Changed at', momentText(at, 'en')],
      ],
      action: { label: 'Check the settings', url },
      notMeUrl,
      closing: `${notMeClosingEn} Revoke the API key at the exchange as well.`,
    }),
  },

  newDevice: {
    topic: 'always',
    ja: ({ device, address, at, url, notMeUrl }) => ({
      subject: '新しい端末からのログインがありました',
      paragraphs: ['これまで使われていない端末から、アカウントにログインがありました。'],
      facts: [
        ['端末', device],
        ['IPアドレス', address],
        ['日時', momentText(at, 'ja')],
      ],
      action: { label: 'ログイン中の端末を確認する', url },
      notMeUrl,
      closing: `ご自身でログインした場合、何もする必要はありません。${notYouJa(notMeUrl)}`,
    }),
    en: ({ device, address, at, url, notMeUrl }) => ({
      subject: 'New sign-in to your account',
      paragraphs: ['Your account was signed in to from a device that was not used before.'],
      facts: [
        ['Device', device],
        ['IP address', address],
        ['Signed in at', momentText(at, 'en')],
      ],
      action: { label: 'Review your sessions', url },
      notMeUrl,
      closing: `If you signed in yourself, there is nothing to do. ${notYouEn(notMeUrl)}`,
    }),
  },
};
