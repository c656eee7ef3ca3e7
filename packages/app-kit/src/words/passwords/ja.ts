import type { resetLinkInvalid } from '@tenbin/messages/refusals/ja';

/** What is said where somebody chooses a password. */
export const passwords = {
  passwordsDiffer: 'パスワードが一致しません',
  passwordRules: 'パスワードの条件',
  ruleLength: '8〜49文字',
  ruleUpperCase: '大文字を含む',
  ruleLowerCase: '小文字を含む',
  ruleDigit: '数字を含む',
  ruleMet: '達成',
  ruleOpen: '未達成',
  passwordWeak: 'パスワードの条件をすべて満たしてください',
  newPassword: '新しいパスワード',
  newPasswordAgain: '新しいパスワード（確認）',
  forgotTitle: 'パスワードの再設定',
  sendLink: 'リンクを送信する',
  sendLinkAgain: 'もう一度リンクを送信する',
  backToLogin: 'ログイン画面に戻る',
  setPassword: 'パスワードを設定する',
} as const;

/** What is said besides where somebody of staff does: a link may be of an invitation, which is valid for longer than one of a reset. */
export const staffPasswords = {
  ...passwords,
  sentTitle: 'メールをご確認ください',
  resetTitle: '新しいパスワード',
  passwordEffects: 'パスワードを設定すると、ほかの端末からはログアウトします。',
  resetDoneTitle: 'パスワードを設定しました',
  resetDone: '新しいパスワードでログインしてください。',
  // As the catalogue has it, without fetching all refusals on a page that a mail leads to.
  resetLinkInvalid: 'このリンクは無効です。' satisfies (typeof resetLinkInvalid)['text'],
  resetLinkHelp:
    'リンクは1回だけ使えます。有効期限が切れたか、新しいリンクが送信されています。招待のリンクの場合は、招待した方に再送を依頼してください。',
} as const;
