/** What failed, by the name of the message that says so. */
export const failures = {
  failedFetchUserPlans: 'プランを読み込めませんでした',
  failedFetchExchanges: '取引所を読み込めませんでした',
  failedFetchContractRecords: '取引履歴を読み込めませんでした',
  failedGetAutoRebalance: 'リバランスの記録を読み込めませんでした',
  failedUpdatePlan: 'プランを更新できませんでした',
  failedResendCode: '確認コードを再送できませんでした',
  failedChangeEmail: 'メールアドレスを変更できませんでした',
  failedSendPasswordReset: 'パスワード再設定のリンクを送信できませんでした',
} as const;
