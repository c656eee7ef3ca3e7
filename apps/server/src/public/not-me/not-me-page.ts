import type { Language } from '@tenbin/accounts';
import type { Brand } from '@tenbin/brand';
import { type Html, html, maskedEmail } from '@tenbin/mail';
import { plainPage } from '../../pages/plain-page.ts';

const words = {
  ja: {
    title: 'アカウントを保護する',
    ask: 'お心当たりのない操作があった場合は、次のボタンを押してください。すぐに次のことを行います。',
    steps: [
      'すべての端末からログアウトします。',
      '現在のパスワードを無効にします。',
      'ボットを停止し、保存済みのAPIキーを削除します。',
      'メールアドレスが変更されていた場合は、元に戻します。',
    ],
    mailed: (email: string) => `${email}に、新しいパスワードを設定するためのメールをお送りします。`,
    secure: 'アカウントを保護する',
    nothing: 'ご自身の操作だった場合は、このページを閉じてください。何も変わりません。',
    done: 'アカウントを保護しました。すべての端末からログアウトし、パスワードを無効にして、ボットの停止を始めました。',
    next: '届いたメールから新しいパスワードを設定してください。',
    revoke: '取引所の画面でも、APIキーを無効にしてください。認証アプリやパスキーを他人に追加された場合は、サポートへご連絡ください。',
    invalid: 'このリンクは使用できません。有効期間は7日間で、1回だけ使えます。',
    otherwise: 'お困りの場合は、ログイン画面の「パスワードをお忘れの方」から再設定するか、サポートへご連絡ください。',
    forgot: 'パスワードを再設定する',
  },
  en: {
    title: 'Secure your account',
    ask: 'If it was not you, press the button. It does the following at once:',
    steps: [
      'signs out every device',
      'invalidates the present password',
      'stops your bots and removes your stored API keys',
      'restores your e-mail address, if it was changed',
    ],
    mailed: (email: string) => `Then we mail a link for a new password to ${email}.`,
    secure: 'Secure my account',
    nothing: 'If it was you, close this page. Nothing changes.',
    done: 'Your account is secured. Every device was signed out, the password is no longer valid, and your bots are being stopped.',
    next: 'Choose a new password with the link in the e-mail that we sent.',
    revoke:
      'Revoke your API keys at the exchange as well. If somebody added an authenticator app or a passkey to your account, contact support.',
    invalid: 'This link can no longer be used. It works once and for 7 days.',
    otherwise: 'If you need help, reset your password, or contact support.',
    forgot: 'Reset the password',
  },
} as const satisfies Record<Language, unknown>;

/** Where somebody is: asked, answered, or with a link that opens nothing. */
export type NotMeStep = 'asks' | 'done' | 'invalid';

export interface NotMeView {
  readonly language: Language;
  readonly brand: Brand;
  readonly step: NotMeStep;
  /** The address that was mailed; empty where the link is not valid. */
  readonly email: string;
  readonly urlOf: (page: string) => string;
}

/** Asks before it does anything: what looks through mails opens every link in them. No script. */
export function notMePage({ language, brand, step, email, urlOf }: NotMeView): string {
  const said = words[language];
  const bodies: Readonly<Record<NotMeStep, () => Html>> = {
    asks: () => html`<p>${said.ask}</p>
<ul>${said.steps.map((one) => html`<li>${one}</li>`)}</ul>
<p>${said.mailed(maskedEmail(email))}</p>
<form method="post"><button>${said.secure}</button></form>
<p><small>${said.nothing}</small></p>`,
    done: () => html`<p role="status">${said.done}</p>
<p><strong>${said.next}</strong></p>
<p>${said.revoke}</p>`,
    invalid: () => html`<p>${said.invalid}</p>
<p>${said.otherwise}</p>
<p><a href="${urlOf('/forgot-password')}">${said.forgot}</a></p>`,
  };
  return plainPage({ language, brand, title: said.title, body: bodies[step]() });
}
