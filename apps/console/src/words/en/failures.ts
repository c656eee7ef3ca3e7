/** What failed, by the name of the message that says so. */
export const failures = {
  failedFetchUserPlans: 'The plans could not be loaded',
  failedFetchExchanges: 'The exchanges could not be loaded',
  failedFetchContractRecords: 'The transaction history could not be loaded',
  failedGetAutoRebalance: 'The rebalances could not be loaded',
  failedUpdatePlan: 'The plan could not be updated',
  failedResendCode: 'The code could not be sent again',
  failedChangeEmail: 'The e-mail address could not be changed',
  failedSendPasswordReset: 'The link for a new password could not be sent',
} as const;
