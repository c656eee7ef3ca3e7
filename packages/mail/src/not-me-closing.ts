/** What the button in a mail about security does, for whoever has not done what the mail tells of. */
export const notMeClosingJa =
  'お心当たりがない場合は、すぐに「これは自分ではありません」を押してください。すべてのログインを終了し、ボットを停止して、新しいパスワードを設定するためのメールをお送りします。';
export const notMeClosingEn =
  'If it was not you, press “This was not me” at once: that ends all sign-ins, stops your bots, and mails you a link for a new password.';
