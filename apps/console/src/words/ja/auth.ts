import type { OwnPasswordWords } from '@tenbin/app-kit/passwords';
import { passwords } from '@tenbin/app-kit/words/passwords/ja';
import { referralCodeRequired, resetLinkInvalid, signUpClosed } from '@tenbin/messages/refusals/ja';

export const auth = {
  ...passwords,
  noAccount: 'アカウントをお持ちでない方',
  signUp: '新規登録',
  verifyFirst: '認証コードを入力する',
  signUpTitle: '新規登録',
  createAccount: '登録する',
  haveAccount: 'すでにアカウントをお持ちの方',
  passwordAgain: 'パスワード（確認）',
  referralCode: '招待コード',
  referralCodeOptional: '招待コード（任意）',
  referralRequired: referralCodeRequired.text,
  agree: '登録すると、{{terms}}と{{privacy}}に同意したものとみなされます。',
  terms: '利用規約',
  privacy: 'プライバシーポリシー',
  verifyTitle: '認証コードの入力',
  verifyHelp:
    '{{email}} にメールをお送りしました。記載の6桁のコードを10分以内に入力してください。すでにアカウントをお持ちの場合は、メールにその旨を記載しています。',
  verifyHelpNoEmail: '登録したメールアドレスと、メールに記載の6桁のコードを入力してください。',
  verifyElsewhere: '最後に登録したのはこのブラウザーではないため、登録したパスワードも入力してください。',
  notMailed:
    'このアドレスには先ほどメールを送信したため、今回は送信していません。先ほどのコードは使えません。時間になったら再送信してください。',
  code: '認証コード',
  codeRequired: '6桁の認証コードを入力してください',
  verify: '認証してログイン',
  resend: 'コードを再送信',
  resendIn: '再送信まで {{time}}',
  resent: '新しいコードを送信しました。以前のコードは使えません。',
  forgotPassword: 'パスワードをお忘れの方',
  forgotHelp: 'メールアドレスを入力してください。新しいパスワードを設定するためのリンクをお送りします。',
  resetSentTitle: 'メールをご確認ください',
  resetSent:
    '{{email}} のアカウントがある場合、リンクを記載したメールをお送りしました。リンクの有効期限は30分で、1回だけ使えます。届かない場合は、数分待ってからもう一度お試しください。',
  resetTitle: '新しいパスワードの設定',
  passwordEffects:
    'パスワードを設定すると、稼働中のボットは停止し、保存済みのAPIキーは削除されます。設定後にAPIキーを再度入力し、ボットを開始してください。',
  resetDoneTitle: 'パスワードを変更しました',
  resetDone:
    '新しいパスワードでログインしてください。ボットは停止し、APIキーは削除されました。開始するには、APIキーを再度入力してください。',
  resetLinkInvalid: resetLinkInvalid.text,
  resetLinkHelp: resetLinkInvalid.advice,
  verifyEmailTitle: '新しいメールアドレスの確認',
  verifyEmailHelp: '{{email}} にお送りした6桁のコードを10分以内に入力してください。',
  verifyEmail: 'メールアドレスを確認する',
  verifyEmailGiveUp: 'メールが届かない場合は、現在のメールアドレスでログインし、もう一度お手続きください。',
  verifyEmailElsewhere:
    'このブラウザーでは、メールアドレスの変更を受け付けていません。変更を申し込んだブラウザーでリンクを開くか、ログインしてもう一度お手続きください。',
  openInbox: 'お試し用の受信箱を開く',
  signUpClosed: signUpClosed.text,
  viewOpening: '閲覧画面を開いています',
  viewEndedTitle: '閲覧は終了しました',
  viewEnded: 'このウィンドウは閉じてかまいません。',
  viewFailedTitle: '閲覧を開始できませんでした',
  toLogin: 'ログイン画面へ',
} as const satisfies OwnPasswordWords;
