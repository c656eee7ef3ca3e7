/**
 * What only a call is refused with; the causes of bots and exchanges stand beside it. Each by itself, so that a page
 * fetches those that it shows.
 */
export * from './first-refusals.ts';

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
export const passkeyNotFound = { text: 'This passkey no longer exists.', advice: 'Reload the page.' } as const;
export const tooManyPasskeys = {
  text: 'You have {most} passkeys already, which is the maximum.',
  advice: 'Remove one that you no longer need.',
} as const;
export const userBanned = { text: 'This account has been suspended.', advice: 'Please contact support.' } as const;
export const signUpClosed = { text: 'Sign-up is closed here.', advice: 'If you have an account already, log in.' } as const;
export const weakPassword = {
  text: 'The password needs 8 to 49 characters with upper case, lower case and a digit.',
  advice: 'Choose another password.',
} as const;
export const currentlyUsedPassword = { text: 'This is the password that is currently used.', advice: 'Choose a different one.' } as const;
export const emailTaken = {
  text: 'This e-mail address is already registered.',
  advice: 'Use another address; whoever it belongs to can log in with it.',
} as const;
export const currentlyUsedEmail = { text: 'This is the e-mail address that is currently used.', advice: 'Enter a different one.' } as const;
export const emailNotCurrent = {
  text: 'This is not the e-mail address of your account.',
  advice: 'Check the address and try again.',
} as const;
export const emailNotExpected = {
  text: 'No change to this e-mail address has been requested.',
  advice: 'Enter the address to which the code was sent, or request the change again.',
} as const;
export const sessionNotFound = { text: 'This session no longer exists.', advice: 'Reload the page.' } as const;
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
export const roleAboveOwn = {
  text: 'This role includes what yours does not.',
  advice: 'Ask somebody who has it.',
} as const;
export const twoFactorRequired = {
  text: 'This takes a second factor.',
  advice: 'Set up an authenticator app or a passkey on the security page.',
} as const;
export const viewingOnly = {
  text: 'You are looking on as a user: nothing can be changed, and no secret is shown.',
  advice: 'End the view, and do it on the pages for administrators.',
} as const;
export const viewLinkInvalid = {
  text: 'This link was used already, or is too old.',
  advice: "Open the view again from the user's page.",
} as const;
export const userIsStaff = { text: 'This user manages something here, and cannot be looked at as.', advice: 'Ask them instead.' } as const;
export const ownFactorMissing = {
  text: 'This takes your own second factor, and you have none.',
  advice: 'Set up an authenticator app on your security page.',
} as const;
export const administratorNotFound = { text: 'This administrator does not exist.', advice: 'Load the list again.' } as const;
export const invitationAccepted = {
  text: 'This invitation has been accepted already.',
  advice: 'Load the list again.',
} as const;
export const lastOwner = {
  text: 'The last owner can be neither changed nor removed.',
  advice: 'Make another administrator an owner first.',
} as const;
export const operatorNotFound = { text: 'This operator does not exist.', advice: 'Load the list again.' } as const;
export const lastOperator = {
  text: 'The last operator can be neither changed nor removed.',
  advice: 'Make somebody else an operator first.',
} as const;
export const organizationSuspended = {
  text: 'Trading is suspended for the whole organization.',
  advice: 'What there is can be read. Ask the organization for details.',
} as const;
export const organizationFull = {
  text: 'The organization cannot take in more users: it has room for {most}.',
  advice: 'Ask the organization.',
} as const;
export const organizationBotsFull = {
  text: 'The organization cannot have more bots: it has room for {most}.',
  advice: 'Ask the organization.',
} as const;
export const organizationRunningFull = {
  text: 'No more bots of the organization can run at a time: it has room for {most}.',
  advice: 'Wait until another bot has stopped, or ask the organization.',
} as const;
export const offerNotFound = { text: 'This plan, feature or option does not exist.', advice: 'Load the list again.' } as const;
export const invalidRegistrationNumber = {
  text: 'A registration number is T and 13 digits.',
  advice: 'Check it and try again.',
} as const;
export const monthNotOver = { text: 'The month {month} is not over.', advice: 'Issue the invoice when it is.' } as const;
export const billExists = {
  text: 'Invoice {number} was issued for this month already.',
  advice: 'Make a correction of that invoice.',
} as const;
export const usdRateMissing = {
  text: 'No yen rate of the US dollar is stored for {month}.',
  advice: 'Enter the rate with its source first.',
} as const;
export const billIssuerMissing = {
  text: 'It is not set who issues the invoices.',
  advice: 'Enter name, address and registration number first.',
} as const;
export const antiForgery = { text: 'The request could not be confirmed as yours.', advice: 'Reload the page and try again.' } as const;
export const tooManyRequests = { text: 'Too many requests.', advice: 'Try again in {seconds} seconds.' } as const;
export const databaseUnavailable = { text: 'The database is temporarily unavailable.', advice: 'Try again in {seconds} seconds.' } as const;
export const passwordRequired = { text: 'Please enter your password again.', advice: 'This change needs your current password.' } as const;
export const wrongPassword = { text: 'The password is not correct.', advice: 'Check it and try again.' } as const;
export const invalidActionFlags = {
  text: 'The action flags is invalid.',
  advice: 'Use AccountInfoCompleted, PlanSelectionCompleted, BotSetupCompleted or SecondLoginCompleted.',
} as const;
export const bulkActNotFound = { text: 'This act does not exist.', advice: 'Check the id.' } as const;
export const savedFilterNotFound = {
  text: 'This saved filter does not exist.',
  advice: 'It may have been removed. Load the list again.',
} as const;
export const savedFilterExists = {
  text: 'You have saved a filter as "{name}" already.',
  advice: 'Choose another name, or say that it is to be replaced.',
} as const;
export const tooManySavedFilters = {
  text: 'You have saved {most} filters already.',
  advice: 'Remove one that you no longer need.',
} as const;
export const selectionChanged = {
  text: 'The filter now finds {count}: nothing was done.',
  advice: 'Look at the list again, and confirm the number.',
} as const;
export const userNotFound = { text: 'This user does not exist.', advice: 'Check the id.' } as const;
export const organizationNotFound = { text: 'This organization does not exist.', advice: 'Check the id or the address.' } as const;
export const organizationElsewhere = {
  text: 'This address belongs to another organization.',
  advice: "Use your organization's own address.",
} as const;
export const organizationExists = { text: 'An organization named "{slug}" already exists.', advice: 'Choose another name.' } as const;
export const exchangeExists = { text: 'An exchange named "{name}" already exists.', advice: 'Choose another name.' } as const;
export const virtualExchangeOff = {
  text: 'There is no virtual exchange for test bots here.',
  advice: 'Try it where the product is tried out, or switch the virtual exchange on.',
} as const;
export const testBotsRunning = {
  text: 'Test bots that have not stopped yet: {count}.',
  advice: 'Stop them first, and wait until they have.',
} as const;
export const exchangeHasBots = {
  text: 'Bots that run on this exchange: {count}.',
  advice: 'Stop them first. Otherwise their orders would stay open there.',
} as const;
export const exchangeHasKeys = {
  text: 'API keys of this exchange that are stored: {count}.',
  advice: 'While there are any, it cannot be removed or lead elsewhere. You can switch it off.',
} as const;
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
export const userPlanNotOffered = { text: 'This plan is no longer offered.', advice: 'Choose another plan.' } as const;
export const noSubscription = { text: 'You have no plan.', advice: 'Choose a plan first.' } as const;
export const alreadySubscribed = {
  text: 'There is a plan already.',
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
export const planEndsTooSoon = {
  text: 'This plan ends before you would pay for it for the first time.',
  advice: 'Choose another plan.',
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
export const subscriptionNotExpired = { text: 'Your plan has not expired.', advice: 'Cancel it if you no longer want it.' } as const;
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
export const errorMessageNotFound = { text: 'This message no longer exists.', advice: 'Reload the page.' } as const;
export const tooManyBots = {
  text: 'You have {most} bots already, which is the maximum.',
  advice: 'Delete one that you no longer need.',
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
  advice: 'Remove one that you no longer need.',
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
export const audienceChanged = {
  text: 'Users have come or gone since they were counted. It would be sent to {count} now.',
  advice: 'Check the recipients and enter the new number.',
} as const;
export const nobodyToMail = { text: 'Nobody would receive this e-mail.', advice: 'Choose other recipients.' } as const;
export const emailNotWritten = {
  text: 'An e-mail needs a subject and a text in at least one language.',
  advice: 'Fill in both, or leave both empty, in each language.',
} as const;
export const sendTimeTooLate = {
  text: 'An e-mail can be scheduled {days} days ahead at most.',
  advice: 'Choose an earlier time.',
} as const;
export const brandDraftChanged = {
  text: 'Somebody else has changed or published this draft in the meantime.',
  advice: 'Reload the page to see how it stands now.',
} as const;
export const brandHardToRead = {
  text: 'Some colours are too close to tell apart: {pairs}, among them {pair} with a contrast of {found}, where {needed} is needed.',
  advice: 'Change the colours that the contrast table marks.',
} as const;
export const brandPictureNotFound = { text: 'One of the logos is no longer stored.', advice: 'Choose the file again.' } as const;
export const brandVersionNotFound = { text: 'Version {version} is not kept.', advice: 'Choose one of the list.' } as const;
export const pictureTooLarge = {
  text: 'The picture is too large: at most {most} pixels on each side.',
  advice: 'Make it smaller and try again.',
} as const;
export const pictureUnreadable = {
  text: 'This is not a PNG, JPEG or WebP picture that can be read.',
  advice: 'Save the logo as PNG and try again. SVG is not accepted.',
} as const;
export const emailNotFound = { text: 'This e-mail does not exist.', advice: 'Reload the list.' } as const;
export const emailEnded = { text: 'This e-mail has already ended.', advice: 'Reload the page to see its results.' } as const;
export const emailNotPaused = { text: 'This e-mail is not paused.', advice: 'Reload the page to see its state.' } as const;
export const billNotFound = { text: 'This invoice does not exist.', advice: 'Choose one of the list.' } as const;
export const campaignCodeInUse = { text: 'Another plan has, or had, the campaign code {code}.', advice: 'Create a new code.' } as const;
export const installationOfFreePlan = {
  text: 'A plan that costs nothing a month has no installation cost.',
  advice: 'Enter a monthly price, or 0 for the installation.',
} as const;
export const endNotAhead = { text: 'This end is not ahead.', advice: 'Choose a later day, or none.' } as const;
export const userHasNoPlan = { text: 'This user has no plan.', advice: 'There is nothing to cancel.' } as const;
export const paypalCredentialsWrong = {
  text: 'PayPal does not accept this client ID with this secret.',
  advice: "Copy both again from the same app of PayPal's developer dashboard, and check the environment.",
} as const;
export const paypalRefused = {
  text: 'PayPal refused this: {reason}.',
  advice: 'Nothing was saved. Check the account at PayPal, or ask its support with what it said.',
} as const;
export const sandboxOnly = {
  text: 'Nothing real is paid on a staging site.',
  advice: "Enter an account of PayPal's sandbox.",
} as const;
export const subscriptionsWouldEnd = {
  text: 'This change ends {count} subscriptions that users pay for.',
  advice: 'Confirm how many end, and why.',
} as const;
export const parameterOutOfRange = {
  text: '{parameter} is {value}; it must be between {lowest} and {highest}.',
  advice: 'Enter another value.',
} as const;
export const levelsTooWide = {
  text: 'The last bid would be {widest}% below the middle of the book: it would have no price.',
  advice: 'Use fewer levels, or a smaller spread between them. It must be less than 100%.',
} as const;
export const lastLevelEmpty = {
  text: 'The last of the {orderLevels} levels would have an amount of {amount}.',
  advice: 'Use fewer levels, or let the amount fall less from level to level.',
} as const;
export const minimumSpreadTooWide = {
  text: 'With a minimum spread of {minimumSpread}% and a tolerance of {refreshTolerance}% an order at {spread}% would be taken away as soon as it is placed.',
  advice: 'Minimum spread and tolerance together must be less than the spread.',
} as const;
export const priceFloorNotBelowCeiling = {
  text: 'With the floor at {floor} and the ceiling at {ceiling} nothing would ever be quoted on both sides.',
  advice: 'The floor must be below the ceiling.',
} as const;
export const virtualAccountNotFound = {
  text: 'There is no virtual account of this name.',
  advice: 'Check the exchange and the name.',
} as const;
export const virtualAccountExists = {
  text: 'There is a virtual account of this name on this exchange already.',
  advice: 'Choose another name: capitals and full-width letters alone do not make one.',
} as const;
export const walletMoving = {
  text: 'Nothing is booked on this wallet while orders or trades of its bots are not as its exchange says.',
  advice: 'Mend those of its bots first, or try again in a moment. What lasts is booked by itself within minutes.',
} as const;
export const keyOfAccountRequired = {
  text: 'No key of the platform is stored for this exchange yet.',
  advice: 'Enter one with its first virtual account.',
} as const;
export const idempotencyKeyReused = {
  text: 'This idempotency key was used for something else.',
  advice: 'Use a new key for each request.',
} as const;
export const ledgerLacksFunds = {
  text: 'The virtual account has {free} {currency} free, and {needed} {currency} are needed.',
  advice: 'Give it more, or ask for less.',
} as const;
export const restLacksFunds = {
  text: '{free} {currency} belong to no virtual account, and {needed} {currency} are needed.',
  advice: 'Take it from another virtual account, or pay it in at the exchange.',
} as const;
export const ledgerNotEmpty = {
  text: 'The virtual account still has money, open orders or running bots.',
  advice: 'Stop its bots, cancel its orders and take its money back first.',
} as const;
export const orderAmountTooSmall = {
  text: 'The order is {value} {unit}; {pair} takes no order below {minimum} {unit}.',
  advice: 'Enter an amount of at least {minimum} {unit}.',
} as const;
export const orderAmountTooLarge = {
  text: 'The order is {value} {unit}; {pair} takes no order above {maximum} {unit}.',
  advice: 'Enter an amount of at most {maximum} {unit}, and place several orders for more.',
} as const;
export const orderValueTooSmall = {
  text: 'The order is worth {value} {unit}; {pair} takes no order below {minimum} {unit}.',
  advice: 'Enter a larger amount: amount times price must be at least {minimum} {unit}.',
} as const;
export const orderPriceUnknown = {
  text: 'The price of {pair} is not known at the moment, and a market order needs it.',
  advice: 'Try again in a moment, or place a limit order.',
} as const;
export const orderPriceOutOfRange = {
  text: 'The price is outside the range that the exchange allows on {pair} now.',
  advice: 'Choose a price nearer to the market.',
} as const;
export const sameLedger = { text: 'Both are the same virtual account.', advice: 'Choose another one.' } as const;
export const nothingToTransfer = {
  text: 'The virtual account has no {currency} free: there is nothing to transfer.',
  advice: 'Choose another currency, or wait until its orders have ended.',
} as const;
export const amountZero = { text: 'The amount is 0: nothing would be moved.', advice: 'Enter an amount above 0.' } as const;
export const amountTooFine = {
  text: 'The amount has more than {most} decimals.',
  advice: 'Enter at most {most} decimals.',
} as const;
export const movementNotFound = { text: 'This movement does not exist.', advice: 'Choose one of the list.' } as const;
export const movementNotReversible = {
  text: 'Only money that was given, taken or transferred can be moved back.',
  advice: 'What was traded has happened. Move money by a transfer instead.',
} as const;
export const movementReversed = { text: 'This movement was moved back already.', advice: 'Nothing has to be done.' } as const;
export const virtualOrderNotFound = { text: 'This order does not exist.', advice: 'Choose one of the list.' } as const;
