/** What every front end says before anything is fetched: apart, so that a page which shows all refusals does not put them there. */

export const signinRequired = { text: 'ログインしてください。', advice: 'ログイン後にもう一度お試しください。' } as const;
export const sessionTimeout = { text: 'ログインしてください', advice: 'セッションの有効期限が切れました。' } as const;
export const emailRequired = { text: 'メールアドレスを入力してください', advice: 'name@example.com のように入力してください。' } as const;
export const invalidEmail = {
  text: 'メールアドレスの形式が正しくありません',
  advice: 'name@example.comのように入力してください。',
} as const;
