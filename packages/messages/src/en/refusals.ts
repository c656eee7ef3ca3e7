/**
 * What only a call is refused with; the causes of bots and exchanges stand beside it. Each by itself, so that a page
 * fetches those that it shows.
 */

export const signinRequired = { text: 'Please log in.', advice: 'Then try again.' } as const;
export const sessionTimeout = { text: 'Please log in', advice: 'Your session has expired.' } as const;
export const emailOrPassword = { text: 'Incorrect user ID or password', advice: 'Check both and try again.' } as const;
export const emailVerified = {
  text: 'Please complete the e-mail verification first.',
  advice: 'Enter the code that was sent to your address, or request a new one.',
} as const;
export const factorRequired = {
  text: 'Please confirm that it is you.',
  advice: 'Enter the code of your authenticator app, or a recovery code.',
} as const;
export const factorChallengeExpired = { text: 'The log-in took too long.', advice: 'Please log in again.' } as const;
export const factorCodeWrong = {
  text: 'The code is not correct, or has been used already.',
  advice: 'Enter the code that the app shows now. Each code works once.',
} as const;
export const codesLocked = {
  text: 'Too many wrong codes were entered.',
  advice: 'No code is accepted for another {minutes} min. If it was not you, use the link in the e-mail that we sent.',
} as const;
export const factorSetUpExpired = { text: 'The set-up took too long.', advice: 'Please begin again.' } as const;
export const authenticatorExists = {
  text: 'An authenticator app is set up already.',
  advice: 'Switch it off before you set up another one.',
} as const;
export const authenticatorNotFound = { text: 'No authenticator app is set up.', advice: 'Reload the page.' } as const;
export const subscriptionRunning = { text: 'Your plan is still being paid for.', advice: 'Cancel it first.' } as const;
export const passkeyRefused = {
  text: 'This passkey could not be accepted.',
  advice: 'Try another passkey, or log in with your password.',
} as const;
export const passkeyExists = { text: 'This passkey is registered already.', advice: 'Use another device.' } as const;
export const passkeyNotFound = { text: 'This passkey does not exist any more.', advice: 'Reload the page.' } as const;
export const tooManyPasskeys = {
  text: 'You have {most} passkeys already, which is the maximum.',
  advice: 'Remove one that you do not need any more.',
} as const;
export const userBanned = { text: 'This account has been suspended.', advice: 'Please contact support.' } as const;
export const signUpClosed = { text: 'Sign-up is closed here.', advice: 'If you have an account already, log in.' } as const;
export const weakPassword = {
  text: 'The password needs 8 to 49 characters with upper case, lower case and a digit.',
  advice: 'Choose another password.',
} as const;
export const currentlyUsedPassword = { text: 'This is the password that is currently used.', advice: 'Choose a different one.' } as const;
export const emailTaken = { text: 'This e-mail address is already registered.', advice: 'Log in, or use another address.' } as const;
export const currentlyUsedEmail = { text: 'This is the e-mail address that is currently used.', advice: 'Enter a different one.' } as const;
export const emailNotCurrent = {
  text: 'This is not the e-mail address of your account.',
  advice: 'Check the address and try again.',
} as const;
export const emailNotExpected = {
  text: 'No change to this e-mail address has been requested.',
  advice: 'Enter the address to which the code was sent, or request the change again.',
} as const;
export const sessionNotFound = { text: 'This session does not exist any more.', advice: 'Reload the page.' } as const;
export const emailRequired = { text: 'Please enter your Email Address', advice: 'Enter it like name@example.com.' } as const;
export const invalidEmail = { text: 'Invalid Email Address', advice: 'Enter it like name@example.com.' } as const;
export const referralCodeRequired = { text: 'An invitation code is required.', advice: 'Enter the code from your invitation.' } as const;
export const invalidReferralCode = { text: 'This invitation code cannot be used', advice: 'Check the code in your invitation.' } as const;
export const verificationCodeWrong = {
  text: 'The code is not correct. Attempts left: {triesLeft}.',
  advice: 'Check the code in the latest e-mail.',
} as const;
export const verificationCodeExpired = { text: 'The code has expired.', advice: 'Please request a new one.' } as const;
export const verificationCodeUsedUp = { text: 'Too many incorrect attempts.', advice: 'Please request a new code.' } as const;
export const sscLinkageFail = {
  text: 'Your account could not be linked with our partner.',
  advice: 'Try again in a few minutes with the same code. If it happens again, contact support.',
} as const;
export const alreadyVerified = { text: 'This e-mail address is already verified.', advice: 'Please log in.' } as const;
export const resendTooSoon = {
  text: 'An e-mail was sent to this address recently.',
  advice: 'The next one can be sent in {minutes} min.',
} as const;
export const resetLinkInvalid = {
  text: 'This link is no longer valid.',
  advice: 'It works once and for 30 minutes. Request a new one.',
} as const;
export const invalidInput = { text: 'Some of the input is not valid: {fields}.', advice: 'Check it and try again.' } as const;
export const secretInAddress = {
  text: 'This server accepts no secrets in URLs: {fields}.',
  advice: 'Send them in the body of a POST request.',
} as const;
export const malformedBody = { text: 'The request body is not valid JSON.', advice: 'Correct it and send it again.' } as const;
export const malformedRequest = { text: 'The request is not valid HTTP.', advice: 'Correct it and send it again.' } as const;
export const requestTimeout = { text: 'The request took too long to arrive.', advice: 'Check your connection and try again.' } as const;
export const headersTooLarge = {
  text: 'The headers of the request are too large.',
  advice: 'Clear the cookies of this site, or send less.',
} as const;
export const bodyTooLarge = { text: 'The request is too large.', advice: 'Send less at once.' } as const;
export const unsupportedMediaType = {
  text: 'The request body must be JSON.',
  advice: 'Send it with the content type application/json.',
} as const;
export const otherPort = {
  text: 'This address is not answered on this port.',
  advice: 'Use the port that was set up for it.',
} as const;
export const notFound = { text: 'Not found.', advice: 'Check the address.' } as const;
export const permissionMissing = { text: 'Your role does not include this.', advice: 'Ask somebody whose role includes it.' } as const;
export const antiForgery = { text: 'The request could not be confirmed as yours.', advice: 'Reload the page and try again.' } as const;
export const tooManyRequests = { text: 'Too many requests.', advice: 'Try again in {seconds} seconds.' } as const;
export const databaseUnavailable = { text: 'The database is temporarily unavailable.', advice: 'Try again in {seconds} seconds.' } as const;
export const passwordRequired = { text: 'Please enter your password again.', advice: 'This change needs your current password.' } as const;
export const wrongPassword = { text: 'The password is not correct.', advice: 'Check it and try again.' } as const;
export const invalidActionFlags = {
  text: 'The action flags is invalid.',
  advice: 'Use AccountInfoCompleted, PlanSelectionCompleted, BotSetupCompleted or SecondLoginCompleted.',
} as const;
export const userNotFound = { text: 'This user does not exist.', advice: 'Check the id.' } as const;
export const organizationNotFound = { text: 'This organization does not exist.', advice: 'Check the id or the address.' } as const;
export const organizationElsewhere = {
  text: 'This address belongs to another organization.',
  advice: "Use your organization's own address.",
} as const;
export const organizationExists = { text: 'An organization named "{slug}" already exists.', advice: 'Choose another name.' } as const;
export const exchangeNotInPlan = {
  text: 'Your plan does not include this exchange.',
  advice: 'Choose another exchange, or another plan.',
} as const;
export const tradingLimitReached = {
  text: 'The trading volume limit of your plan, {limit} USD, has been reached.',
  advice: 'Choose a larger plan, or wait until the next payment period.',
} as const;
export const invalidCode = { text: 'The campaign code is invalid.', advice: 'Check the code and try again.' } as const;
export const invalidAffiliateCode = {
  text: 'The campaign code is invalid.',
  advice: 'It works only on accounts created via an invitation link.',
} as const;
export const codeExpired = { text: 'The campaign code has expired.', advice: 'Please choose another plan.' } as const;
export const alreadyRegistered = {
  text: 'You have already entered this campaign code.',
  advice: 'Its plan is in the list of plans.',
} as const;
export const alreadyRegisteredPlan = {
  text: 'You are already on the plan of this campaign code.',
  advice: 'There is nothing to change.',
} as const;
export const userPlanNotFound = { text: 'This plan does not exist.', advice: 'Choose one of the list.' } as const;
export const userPlanNotOffered = { text: 'This plan is not offered any more.', advice: 'Choose another plan.' } as const;
export const noSubscription = { text: 'You have no plan.', advice: 'Choose a plan first.' } as const;
export const alreadySubscribed = {
  text: 'You already have a plan.',
  advice: 'Change it, or cancel it before you choose another one.',
} as const;
export const alreadyOnPlan = { text: 'You already have this plan, or have chosen it.', advice: 'There is nothing to change.' } as const;
export const planNotCharged = {
  text: 'Your present plan is not paid for, so that it cannot be changed.',
  advice: 'Buy the other plan; it takes the place of the present one.',
} as const;
export const planToCancel = {
  text: 'A plan that is paid for does not become one that costs nothing.',
  advice: 'Cancel your plan first, then choose the other one.',
} as const;
export const paymentOutstanding = {
  text: 'A payment is outstanding.',
  advice: 'Pay for your present plan first, for example with another payment method.',
} as const;
export const dearerPriceUnpaid = {
  text: 'After an upgrade, one payment of {price} yen comes before a smaller plan.',
  advice: 'Change after the next payment.',
} as const;
export const paymentsNotOffered = {
  text: 'Plans cannot be bought here.',
  advice: 'Ask your administrator for a plan.',
} as const;
export const nothingToPay = { text: 'There is nothing to pay.', advice: 'You can use everything without a plan.' } as const;
export const checkoutNotFound = {
  text: 'This purchase does not exist.',
  advice: 'Begin again on the plan page.',
} as const;
export const approvalMissing = {
  text: 'The payment provider has not confirmed your approval yet.',
  advice: 'Approve the payment there; if you have done so, wait a moment.',
} as const;
export const paymentDeclined = {
  text: 'The first payment did not go through.',
  advice: 'Nothing was charged. Try again with another payment method.',
} as const;
export const purchaseDiffers = {
  text: 'What was approved is not what you chose here.',
  advice: 'Begin again on the plan page.',
} as const;
export const subscriptionNotExpired = { text: 'Your plan has not expired.', advice: 'Cancel it if you do not want it any more.' } as const;
export const paymentProviderUnavailable = {
  text: 'The payment provider is temporarily unavailable.',
  advice: 'Try again in {seconds} seconds.',
} as const;
export const paymentProviderRefused = {
  text: 'The payment provider refused this.',
  advice: 'Nothing was changed. Contact your administrator if it happens again.',
} as const;
export const webhookForged = { text: 'The signature is not genuine.', advice: 'Send it as it was signed.' } as const;
export const paymentRequired = { text: 'Please complete the payment settings first.', advice: 'Then start the bot again.' } as const;
export const botNotFound = { text: 'This bot does not exist.', advice: 'It may have been deleted.' } as const;
export const stopNotFound = { text: 'This stop does not exist.', advice: 'Check the id.' } as const;
export const courseNotFound = { text: 'This course does not exist.', advice: 'Choose one of the list.' } as const;
export const errorMessageNotFound = { text: 'This message does not exist any more.', advice: 'Reload the page.' } as const;
export const tooManyBots = {
  text: 'You have {most} bots already, which is the maximum.',
  advice: 'Delete one that you do not need any more.',
} as const;
export const searchTooBroad = { text: 'This search takes too long.', advice: 'Narrow it down, for example by a period.' } as const;
export const invalidBotName = {
  text: 'Contains characters that cannot be used',
  advice: 'Use letters, digits, hyphens and underscores.',
} as const;
export const botNameTooLong = { text: 'The bot name may have at most {longest} characters.', advice: 'Choose a shorter name.' } as const;
export const botRunning = { text: 'The bot is running.', advice: 'Stop the bot first.' } as const;
export const botStopping = { text: 'The bot is being stopped.', advice: 'Wait until it has stopped.' } as const;
export const botNotStopping = { text: 'The bot is not being stopped.', advice: 'Stop it first.' } as const;
export const botAlreadyRunning = { text: 'The bot is already running.', advice: 'Nothing has to be done.' } as const;
export const stopTooYoung = { text: 'The exchange is still being asked.', advice: 'The stop can be forced in {seconds} seconds.' } as const;
export const rebalanceUnderWay = { text: 'The wallet is being rebalanced.', advice: 'Stop the bot to end that.' } as const;
export const autoRebalanceNotOffered = {
  text: 'Auto-rebalance is not offered here.',
  advice: 'Bring the balances closer together by hand.',
} as const;
export const invalidCurrencyPairName = { text: 'Invalid currency pair name', advice: 'Write it like BTC/USDT.' } as const;
export const notEnoughBtc = {
  text: 'The wallet holds {held} BTC, and {minimum} BTC are needed to start: {missing} BTC are missing.',
  advice: 'Add them and start the bot again.',
} as const;
export const duplicateCourse = { text: 'There is one course of each type.', advice: 'Leave out the second one.' } as const;
export const affiliateMayNotTrade = {
  text: 'This account is for referrals only and cannot run bots.',
  advice: 'To trade, please sign up with another e-mail address.',
} as const;
export const affiliateNotOffered = {
  text: 'There is no affiliate programme here.',
  advice: 'Ask your operator whether one is planned.',
} as const;
export const cotRequired = { text: 'One of the pairs must contain COT.', advice: 'Choose a pair with COT.' } as const;
export const orderWidthTooSmall = {
  text: 'The order width is too small for these balances: at least {minimum}%.',
  advice: 'Choose a wider order width or add to the balances.',
} as const;
export const rewardNotPositive = { text: 'The reward per trade must be greater than 0.', advice: 'Enter another reward.' } as const;
export const exchangeNotFound = { text: 'This exchange does not exist.', advice: 'Choose one of the list.' } as const;
export const exchangeAccountNotFound = { text: 'This exchange account does not exist.', advice: 'Enter the API key again.' } as const;
export const apiKeyRemoved = {
  text: 'This API key was removed, by you or with a change of the password.',
  advice: 'Enter the API key again.',
} as const;
export const apiKeyOfRunningBot = {
  text: 'This API key is in use: {bots}.',
  advice: 'Stop what runs with it first.',
} as const;
export const tooManyExchangeAccounts = {
  text: 'You have {most} exchange accounts already, which is the maximum.',
  advice: 'Remove one that you do not need any more.',
} as const;
export const exchangeUnreachable = { text: 'The exchange could not be reached.', advice: 'Please try again.' } as const;
export const passphraseRequired = { text: 'This exchange needs the passphrase of the API key.', advice: 'Enter the passphrase.' } as const;
export const apiKeyInUse = {
  text: 'This API key is already used by another account.',
  advice: 'Create a key of your own and enter it.',
} as const;
export const periodInvalid = {
  text: 'The period must begin in the past and end after it begins.',
  advice: 'Choose another period.',
} as const;
export const periodTooLong = {
  text: 'The period is too long: {candles} candles, at most {most}.',
  advice: 'Choose a shorter period or a coarser interval.',
} as const;
export const candlesBeingFetched = {
  text: 'The candles are being fetched from the exchange: {days} of {total} days are there.',
  advice: 'Try again in {seconds} seconds.',
} as const;
export const candlesNeedSignin = {
  text: 'Not all of these candles of {pair} are stored here.',
  advice: 'Log in to have them fetched from the exchange.',
} as const;
export const noCandles = {
  text: 'The exchange has no candles of {pairs} in this period.',
  advice: 'Choose another period or other pairs.',
} as const;
export const noPairs = {
  text: 'The exchange offers no pairs between these currencies: {currencies}.',
  advice: 'Choose other currencies.',
} as const;
export const tooManyPairs = { text: 'At most {most} pairs can be tested together.', advice: 'Choose fewer pairs.' } as const;
export const pairsNotConnected = {
  text: 'The pairs must connect all their currencies; none leads from {currency} to {to}.',
  advice: 'Add a pair that does.',
} as const;
export const crossNotPossible = {
  text: '{pair} is not offered on this exchange, and no two of its pairs share a currency from which it could be derived.',
  advice: 'Choose another pair.',
} as const;
export const feeOutOfRange = { text: 'The fee is a fraction between -0.1 and 0.1.', advice: 'Enter 0.001 for 0.1%.' } as const;
export const tooManyDigits = {
  text: 'The balances, the fee and the steps of the exchange have too many digits to compute with exactly.',
  advice: 'Round the balances and the fee.',
} as const;
export const backtestTooLarge = {
  text: 'This backtest is too large.',
  advice: 'Choose a shorter period, fewer pairs or a wider order width.',
} as const;
