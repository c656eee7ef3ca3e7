import type { MailTemplates } from '../content.ts';
import { maskedEmail, momentText } from '../formats.ts';
import { notMeClosingEn, notMeClosingJa } from './security-mails.ts';

/** What the code proves: a new account's address, or the new address of an account. */
export type VerificationPurpose = 'signUp' | 'changeEmail';

export interface AccountMails {
  verificationCode: {
    readonly purpose: VerificationPurpose;
    /** Six digits. Not in the subject, which a locked screen shows. */
    readonly code: string;
    /** Opens the page with the code filled in. */
    readonly url: string;
    readonly minutesValid: number;
  };
  /** Somebody signed up with the address of an account that there is. `url`: of the login. */
  accountExists: { readonly url: string };
  /** To the present address, before anything changes. */
  emailChangeAsked: { readonly newEmail: string; readonly at: Date; readonly notMeUrl: string };
  /** To the address that was replaced; `notMeUrl` absent where its owner was not who wanted it last. */
  emailChanged: { readonly newEmail: string; readonly at: Date; readonly notMeUrl?: string };
  passwordReset: {
    /** Carries the one-time token. */
    readonly url: string;
    readonly minutesValid: number;
    /** A user's bots stop, and their API keys are removed; staff have neither. */
    readonly stopsBots: boolean;
  };
  /** `url`: where the password can be reset, for those who have no link to say that it was somebody else. */
  passwordChanged: { readonly at: Date; readonly stopsBots: boolean; readonly url: string; readonly notMeUrl?: string };
  accountExported: { readonly at: Date; readonly notMeUrl: string };
  accountDeleted: { readonly at: Date };
}

export const accountMails: MailTemplates<AccountMails> = {
  verificationCode: {
    topic: 'always',
    ja: ({ purpose, code, url, minutesValid }) => ({
      subject: '認証コードのお知らせ',
      title: purpose === 'signUp' ? 'ご登録ありがとうございます' : 'メールアドレスの変更を受け付けました',
      paragraphs: [
        `次の認証コードを入力して、メールアドレスの確認を完了してください。コードの有効期限は${minutesValid}分です。`,
        ...(purpose === 'signUp'
          ? ['登録に使ったブラウザーで入力してください。ほかのブラウザーでは、登録したパスワードも必要です。']
          : ['確認が完了するまで、これまでのメールアドレスをお使いいただけます。']),
      ],
      code,
      action: { label: 'コード入力済みの画面を開く', url },
      closing: 'このメールに心当たりがない場合は、コードを入力せずに削除してください。コードは誰にも教えないでください。',
    }),
    en: ({ purpose, code, url, minutesValid }) => ({
      subject: 'Your verification code',
      title: purpose === 'signUp' ? 'Thank you for signing up' : 'Confirm your new e-mail address',
      paragraphs: [
        `Enter this code to confirm your e-mail address. It is valid for ${minutesValid} minutes.`,
        purpose === 'signUp'
          ? 'Enter it in the browser in which you signed up. Any other one also asks for the password that you chose.'
          : 'Until then your present address stays as it is.',
      ],
      code,
      action: { label: 'Open the page with the code filled in', url },
      closing: 'If you did not ask for this, ignore this e-mail and enter the code nowhere. Never share the code with anybody.',
    }),
  },

  accountExists: {
    topic: 'always',
    ja: ({ url }) => ({
      subject: 'すでにアカウントをお持ちです',
      paragraphs: [
        'このメールアドレスで登録のお申し込みがありましたが、アカウントはすでにあります。新しいアカウントは作成されていません。',
        'これまでのパスワードでログインしてください。今回入力されたパスワードは使われません。',
      ],
      action: { label: 'ログイン画面を開く', url },
      closing: 'このメールに心当たりがない場合は、何もせずに削除してください。アカウントは何も変わっていません。',
    }),
    en: ({ url }) => ({
      subject: 'You already have an account',
      paragraphs: [
        'Somebody signed up with your e-mail address. You already have an account with it, so no new one was created.',
        'Log in with the password you have. The one that was entered just now is not used.',
      ],
      action: { label: 'Open the login page', url },
      closing: 'If this was not you, you can ignore this e-mail. Nothing about your account has changed.',
    }),
  },

  emailChanged: {
    topic: 'always',
    ja: ({ newEmail, at, notMeUrl }) => ({
      subject: 'メールアドレスが変更されました',
      paragraphs: ['アカウントのメールアドレスが変更されました。今後のお知らせは新しいアドレスにお送りします。'],
      facts: [
        ['新しいアドレス', maskedEmail(newEmail)],
        ['変更日時', momentText(at, 'ja')],
      ],
      notMeUrl,
      closing:
        notMeUrl === undefined
          ? 'ご不明な点がある場合は、サポートへご連絡ください。'
          : `${notMeClosingJa}メールアドレスも元に戻ります。取引所のAPIキーも無効にしてください。`,
    }),
    en: ({ newEmail, at, notMeUrl }) => ({
      subject: 'Your e-mail address was changed',
      paragraphs: ['The e-mail address of your account was changed. From now on we write to the new one.'],
      facts: [
        ['New address', maskedEmail(newEmail)],
        ['Changed at', momentText(at, 'en')],
      ],
      notMeUrl,
      closing:
        notMeUrl === undefined
          ? 'If you have questions, contact support.'
          : `${notMeClosingEn} Your former address is restored as well. Revoke your API keys at the exchange, too.`,
    }),
  },

  passwordReset: {
    topic: 'always',
    ja: ({ url, minutesValid, stopsBots }) => ({
      subject: 'パスワードの再設定',
      paragraphs: [
        `次のボタンから新しいパスワードを設定してください。リンクの有効期限は${minutesValid}分で、1回だけ使えます。`,
        ...(stopsBots
          ? [
              '再設定すると、稼働中のボットは停止し、保存済みのAPIキーは削除されます。再設定後に、APIキーを登録してボットを開始してください。',
            ]
          : []),
      ],
      action: { label: 'パスワードを再設定する', url },
      closing: 'このメールに心当たりがない場合は、何もせずに削除してください。パスワードは変わりません。',
    }),
    en: ({ url, minutesValid, stopsBots }) => ({
      subject: 'Reset your password',
      paragraphs: [
        `Choose a new password with this button. The link is valid for ${minutesValid} minutes and works once.`,
        ...(stopsBots
          ? ['Resetting stops your running bots and removes your stored API keys. Enter the keys again afterwards, and start your bots.']
          : []),
      ],
      action: { label: 'Reset the password', url },
      closing: 'If you did not ask for this, you can ignore this e-mail. Your password stays as it is.',
    }),
  },

  emailChangeAsked: {
    topic: 'always',
    ja: ({ newEmail, at, notMeUrl }) => ({
      subject: 'メールアドレスの変更が申し込まれました',
      paragraphs: ['アカウントのメールアドレスの変更が申し込まれました。新しいアドレスに届いたコードが入力されるまで、変更されません。'],
      facts: [
        ['新しいメールアドレス', maskedEmail(newEmail)],
        ['日時', momentText(at, 'ja')],
      ],
      notMeUrl,
      closing: `ご自身で申し込んだ場合、ボタンを押す必要はありません。${notMeClosingJa}変更の申し込みも無効になります。`,
    }),
    en: ({ newEmail, at, notMeUrl }) => ({
      subject: 'A change of your e-mail address was requested',
      paragraphs: ['Another e-mail address was requested for your account. Nothing changes until the code that was sent there is entered.'],
      facts: [
        ['New address', maskedEmail(newEmail)],
        ['Requested at', momentText(at, 'en')],
      ],
      notMeUrl,
      closing: `If you requested it yourself, there is nothing to do. ${notMeClosingEn} The request ends as well.`,
    }),
  },

  passwordChanged: {
    topic: 'always',
    ja: ({ at, stopsBots, url, notMeUrl }) => ({
      subject: 'パスワードが変更されました',
      paragraphs: [
        'アカウントのパスワードが変更され、ほかの端末からはログアウトされました。',
        ...(stopsBots ? ['ボットを停止し、保存済みのAPIキーを削除しました。APIキーを登録すると、ボットを開始できます。'] : []),
      ],
      facts: [['変更日時', momentText(at, 'ja')]],
      ...(notMeUrl === undefined ? { action: { label: 'パスワードを再設定する', url } } : { notMeUrl }),
      closing: `ご自身で変更した場合、ボタンを押す必要はありません。${notMeUrl === undefined ? 'お心当たりがない場合は、すぐに再設定してください。' : notMeClosingJa}`,
    }),
    en: ({ at, stopsBots, url, notMeUrl }) => ({
      subject: 'Your password was changed',
      paragraphs: [
        'The password of your account was changed, and all other devices were signed out.',
        ...(stopsBots ? ['Your bots were stopped and your stored API keys removed. Enter the keys again to start your bots.'] : []),
      ],
      facts: [['Changed at', momentText(at, 'en')]],
      ...(notMeUrl === undefined ? { action: { label: 'Reset the password', url } } : { notMeUrl }),
      closing: `If you changed it yourself, there is nothing to do. ${notMeUrl === undefined ? 'If not, reset it at once.' : notMeClosingEn}`,
    }),
  },

  accountExported: {
    topic: 'always',
    ja: ({ at, notMeUrl }) => ({
      subject: 'アカウントのデータが書き出されました',
      paragraphs: ['アカウントのデータがファイルに書き出されました。ファイルには個人情報と取引履歴が含まれます。'],
      facts: [['日時', momentText(at, 'ja')]],
      notMeUrl,
      closing: `ご自身で書き出した場合、ボタンを押す必要はありません。${notMeClosingJa}`,
    }),
    en: ({ at, notMeUrl }) => ({
      subject: 'Your account data was exported',
      paragraphs: ['The data of your account was exported to a file. It contains personal data and your trading history.'],
      facts: [['Exported at', momentText(at, 'en')]],
      notMeUrl,
      closing: `If you exported it yourself, there is nothing to do. ${notMeClosingEn}`,
    }),
  },

  accountDeleted: {
    topic: 'always',
    ja: ({ at }) => ({
      subject: 'アカウントを削除しました',
      paragraphs: [
        'ご依頼により、アカウントを削除しました。ボットは停止し、保存済みのAPIキーは削除されました。',
        '取引所のAPIキーが不要になった場合は、取引所の画面でも削除してください。',
      ],
      facts: [['削除日時', momentText(at, 'ja')]],
      closing: 'これまでのご利用ありがとうございました。お心当たりがない場合は、すぐにサポートへご連絡ください。',
    }),
    en: ({ at }) => ({
      subject: 'Your account was deleted',
      paragraphs: [
        'Your account was deleted as you asked. Your bots were stopped and your stored API keys removed.',
        'If you no longer need the API keys, delete them at the exchange as well.',
      ],
      facts: [['Deleted at', momentText(at, 'en')]],
      closing: 'Thank you for having been with us. If this was not you, contact support at once.',
    }),
  },
};
