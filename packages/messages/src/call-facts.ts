/** Codes that belong to no package's rules: what only the API's own calls refuse. Null: nothing goes with it. */
export interface CallFacts {
  affiliateMayNotTrade: null;
  affiliateNotOffered: null;
  alreadyVerified: null;
  apiKeyOfRunningBot: { readonly bots: string };
  apiKeyRemoved: null;
  antiForgery: null;
  /** Its payer has not agreed, as far as the provider says. */
  approvalMissing: null;
  permissionMissing: { readonly permission: string };
  authenticatorExists: null;
  authenticatorNotFound: null;
  autoRebalanceNotOffered: null;
  bodyTooLarge: null;
  botNotStopping: null;
  checkoutNotFound: null;
  candlesBeingFetched: { readonly days: number; readonly total: number; readonly seconds: number };
  candlesNeedSignin: { readonly pair: string };
  cotRequired: null;
  courseNotFound: null;
  /** Too many were wrong. */
  codesLocked: { readonly minutes: number };
  duplicateCourse: null;
  databaseUnavailable: { readonly seconds: number };
  currentlyUsedEmail: null;
  emailNotCurrent: null;
  emailNotExpected: null;
  emailOrPassword: null;
  emailRequired: null;
  emailVerified: null;
  errorMessageNotFound: null;
  exchangeNotFound: null;
  exchangeNotInPlan: null;
  exchangeUnreachable: null;
  factorChallengeExpired: null;
  factorCodeWrong: null;
  /** `challenge`: goes with the second step. `methods`: what may be given there. */
  factorRequired: { readonly challenge: string; readonly methods: readonly ('authenticator' | 'passkey' | 'recoveryCode')[] };
  factorSetUpExpired: null;
  headersTooLarge: null;
  /** `reason`: the code of the rule that it breaks, where there is one. */
  invalidInput: { readonly fields: string; readonly reason?: string };
  invalidReferralCode: null;
  malformedBody: null;
  malformedRequest: null;
  /** BTC. */
  notEnoughBtc: { readonly minimum: string; readonly held: string; readonly missing: string };
  notFound: null;
  nothingToPay: null;
  /** Percent. */
  orderWidthTooSmall: { readonly minimum: number };
  organizationElsewhere: null;
  otherPort: null;
  passphraseRequired: null;
  passkeyExists: null;
  passkeyNotFound: null;
  passkeyRefused: null;
  passwordRequired: null;
  paymentDeclined: null;
  paymentProviderRefused: null;
  paymentProviderUnavailable: { readonly seconds: number };
  paymentRequired: null;
  paymentsNotOffered: null;
  purchaseDiffers: null;
  periodInvalid: null;
  periodTooLong: { readonly candles: number; readonly most: number };
  referralCodeRequired: null;
  requestTimeout: null;
  resetLinkInvalid: null;
  resendTooSoon: { readonly seconds: number; readonly minutes: number };
  secretInAddress: { readonly fields: string };
  sessionTimeout: null;
  sessionNotFound: null;
  signUpClosed: null;
  signinRequired: null;
  stopNotFound: null;
  subscriptionNotExpired: null;
  stopTooYoung: { readonly seconds: number };
  /** As the specification names it. */
  sscLinkageFail: null;
  subscriptionRunning: null;
  /** USD in the payment period. */
  tradingLimitReached: { readonly limit: string };
  tooManyPasskeys: { readonly most: number };
  tooManyBots: { readonly most: number };
  tooManyExchangeAccounts: { readonly most: number };
  tooManyRequests: { readonly seconds: number };
  unsupportedMediaType: null;
  userBanned: null;
  userPlanNotFound: { readonly id: string };
  webhookForged: null;
  wrongPassword: null;
}
