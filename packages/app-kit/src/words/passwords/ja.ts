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
