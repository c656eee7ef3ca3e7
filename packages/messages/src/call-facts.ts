import type { FactorMethod } from '@tenbin/accounts';
import type { CheckFacts } from '@tenbin/strategy';

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
  /** Somebody came or went since it was counted. */
  audienceChanged: { readonly count: number };
  administratorNotFound: null;
  invitationAccepted: null;
  lastOwner: null;
  lastOperator: null;
  invalidRegistrationNumber: null;
  operatorNotFound: null;
  /** Of an order by hand; the same of a bot's are `amountTooLarge`, `amountTooSmall`, `noPrices`, `priceOutOfRange`, `valueTooSmall`. */
  orderAmountTooLarge: CheckFacts['amountTooLarge'];
  orderAmountTooSmall: CheckFacts['amountTooSmall'];
  orderPriceUnknown: { readonly pair: string };
  orderValueTooSmall: CheckFacts['valueTooSmall'];
  orderPriceOutOfRange: {
    readonly pair: string;
    readonly side: string;
    readonly price: string;
    readonly lowest: number;
    readonly highest: number | null;
  };
  organizationSuspended: null;
  organizationFull: { readonly most: number };
  organizationBotsFull: { readonly most: number };
  organizationRunningFull: { readonly most: number };
  exchangeExists: { readonly name: string };
  exchangeHasBots: { readonly count: number };
  exchangeHasKeys: { readonly count: number };
  virtualExchangeOff: null;
  testBotsRunning: { readonly count: number };
  offerNotFound: { readonly id: string };
  monthNotOver: { readonly month: string };
  billExists: { readonly number: number };
  usdRateMissing: { readonly month: string };
  billIssuerMissing: null;
  roleAboveOwn: null;
  twoFactorRequired: null;
  permissionMissing: { readonly permission: string };
  authenticatorExists: null;
  authenticatorNotFound: null;
  autoRebalanceNotOffered: null;
  bodyTooLarge: null;
  /** Somebody else changed the draft, or published it, since it was read. */
  brandDraftChanged: null;
  /** `pair`: the first of them, as in '#777777 on #ffffff'. */
  brandHardToRead: { readonly pairs: number; readonly pair: string; readonly found: number; readonly needed: number };
  brandPictureNotFound: null;
  brandVersionNotFound: { readonly version: number };
  /** Pixels on a side. */
  pictureTooLarge: { readonly most: number };
  pictureUnreadable: null;
  billNotFound: { readonly id: string };
  botNotStopping: null;
  campaignCodeInUse: { readonly code: string };
  checkoutNotFound: null;
  candlesBeingFetched: { readonly days: number; readonly total: number; readonly seconds: number };
  candlesNeedSignin: { readonly pair: string };
  cotRequired: null;
  courseNotFound: null;
  /** Too many were wrong. */
  codesLocked: { readonly minutes: number };
  duplicateCourse: null;
  nobodyToMail: null;
  sendTimeTooLate: { readonly days: number };
  databaseUnavailable: { readonly seconds: number };
  currentlyUsedEmail: null;
  /** A broadcast that has ended. */
  emailEnded: null;
  emailNotCurrent: null;
  /** No broadcast of that id. */
  emailNotFound: null;
  emailNotPaused: null;
  emailNotWritten: null;
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
  factorRequired: { readonly challenge: string; readonly methods: readonly FactorMethod[] };
  factorSetUpExpired: null;
  headersTooLarge: null;
  /** `reason`: the code of the rule that it breaks, where there is one. */
  invalidInput: { readonly fields: string; readonly reason?: string };
  /** Nobody charges for a plan that costs nothing. */
  installationOfFreePlan: null;
  invalidReferralCode: null;
  malformedBody: null;
  malformedRequest: null;
  /** BTC. */
  notEnoughBtc: { readonly minimum: string; readonly held: string; readonly missing: string };
  idempotencyKeyReused: null;
  keyOfAccountRequired: null;
  movementNotFound: { readonly id: string };
  movementReversed: null;
  notFound: null;
  virtualOrderNotFound: null;
  virtualAccountExists: null;
  virtualAccountNotFound: null;
  walletMoving: null;
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
  bulkActNotFound: null;
  savedFilterNotFound: null;
  savedFilterExists: { readonly name: string };
  tooManySavedFilters: { readonly most: number };
  selectionChanged: { readonly count: number };
  paymentDeclined: null;
  paypalCredentialsWrong: null;
  /** As PayPal says it. */
  paypalRefused: { readonly reason: string };
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
  /** Where nothing real may be paid. */
  sandboxOnly: null;
  sessionTimeout: null;
  sessionNotFound: null;
  viewingOnly: null;
  viewLinkInvalid: null;
  userIsStaff: null;
  ownFactorMissing: null;
  signUpClosed: null;
  signinRequired: null;
  stopNotFound: null;
  subscriptionNotExpired: null;
  stopTooYoung: { readonly seconds: number };
  /** As the specification names it. */
  sscLinkageFail: null;
  subscriptionRunning: null;
  subscriptionsWouldEnd: { readonly count: number };
  /** USD in the payment period. */
  tradingLimitReached: { readonly limit: string };
  tooManyPasskeys: { readonly most: number };
  tooManyBots: { readonly most: number };
  tooManyExchangeAccounts: { readonly most: number };
  tooManyRequests: { readonly seconds: number };
  unsupportedMediaType: null;
  userBanned: null;
  userHasNoPlan: null;
  userPlanNotFound: { readonly id: string };
  webhookForged: null;
  wrongPassword: null;
}
