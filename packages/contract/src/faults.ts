/** Every refusal the API knows: its HTTP status and its words. The reference page is generated from it. */

interface Fault {
  readonly status: 400 | 401 | 402 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 502 | 503;
  readonly en: string;
  readonly ja: string;
}

const fault = (status: Fault['status'], en: string, ja: string): Fault => ({ status, en, ja });

/** In braces: facts that the refusal carries. */
export const faults = {
  invalidInput: fault(400, 'Some of the input is not valid. Please check: {fields}.', '入力内容に誤りがあります。ご確認ください：{fields}'),
  secretInAddress: fault(
    400,
    'This server takes no secrets in addresses. Please send them in the body of a POST: {fields}.',
    'このサーバーではURLに秘密情報を含めることはできません。POSTの本文で送信してください：{fields}',
  ),
  malformedBody: fault(400, 'The request body is not valid JSON.', 'リクエストの本文が正しいJSONではありません。'),
  signinRequired: fault(401, 'Please log in.', 'ログインしてください。'),
  sessionTimeout: fault(401, 'Please log in', 'ログインしてください'),
  emailOrPassword: fault(401, 'Incorrect user ID or password', 'ユーザーIDまたはパスワードが正しくありません'),
  emailVerified: fault(401, 'Please complete the e-mail verification first.', 'メールアドレスの認証を完了してください。'),
  userBanned: fault(
    403,
    'This account has been suspended. Please contact support.',
    'このアカウントは利用停止中です。サポートまでお問い合わせください。',
  ),
  antiForgery: fault(
    403,
    'The request could not be confirmed as yours. Please reload the page.',
    'リクエストを確認できませんでした。ページを再読み込みしてください。',
  ),
  signUpClosed: fault(403, 'Sign-up is closed here.', '現在、新規登録は受け付けていません。'),
  passwordRequired: fault(400, 'Please enter your password again.', 'パスワードをもう一度入力してください。'),
  wrongPassword: fault(400, 'The password is not correct.', 'パスワードが正しくありません。'),
  notFound: fault(404, 'Not found.', '見つかりません。'),
  botNotFound: fault(404, 'This bot does not exist.', 'このボットは存在しません。'),
  stopNotFound: fault(404, 'This stop does not exist.', 'この停止操作は存在しません。'),
  exchangeNotFound: fault(404, 'This exchange does not exist.', 'この取引所は存在しません。'),
  organizationNotFound: fault(404, 'This organization does not exist.', 'この組織は存在しません。'),
  organizationElsewhere: fault(
    403,
    "Another organization is at home at this address. Please use your organization's own one.",
    'このアドレスは別の組織のものです。ご所属の組織のアドレスからご利用ください。',
  ),
  organizationExists: fault(409, 'There is an organization of this name already.', 'この名称の組織はすでに存在します。'),
  tooManyBots: fault(
    409,
    'You have {most} bots already, which is as many as there can be. Please delete one that you do not need any more.',
    'ボットはすでに上限の{most}個に達しています。不要なボットを削除してください。',
  ),
  searchTooBroad: fault(
    400,
    'This search takes too long. Please narrow it down, for example by a period.',
    '検索に時間がかかりすぎています。期間を指定するなど、条件を絞ってください。',
  ),
  courseNotFound: fault(404, 'This course does not exist.', 'このコースは存在しません。'),
  errorMessageNotFound: fault(404, 'This message does not exist (any more).', 'このメッセージは存在しません。'),
  tooManyRequests: fault(
    429,
    'Too many requests. Please try again in {seconds} seconds.',
    'リクエストが多すぎます。{seconds}秒後にもう一度お試しください。',
  ),
  bodyTooLarge: fault(413, 'The request is too large.', 'リクエストが大きすぎます。'),
  unsupportedMediaType: fault(415, 'Please send JSON.', 'JSON形式で送信してください。'),
  internal: fault(
    500,
    'Something went wrong on our side. It has been recorded as {reference}.',
    '内部エラーが発生しました。記録番号：{reference}',
  ),
  databaseUnavailable: fault(
    503,
    'The database cannot be reached just now. Please try again in {seconds} seconds.',
    '現在データベースに接続できません。{seconds}秒後にもう一度お試しください。',
  ),

  emailTaken: fault(400, 'This e-mail address is already registered.', 'このメールアドレスはすでに登録されています。'),
  invalidEmail: fault(400, 'Invalid Email Address', 'メールアドレスの形式が正しくありません'),
  weakPassword: fault(
    400,
    'The password needs 8 to 49 characters with upper case, lower case and a digit.',
    'パスワードは大文字・小文字・数字を含む8〜49文字で入力してください。',
  ),
  referralCodeRequired: fault(400, 'An invitation code is required.', '招待コードを入力してください。'),
  invalidReferralCode: fault(400, 'This invitation code cannot be used', 'この招待コードは使用できません'),
  verificationCodeWrong: fault(
    400,
    'The code is not correct. Tries left: {triesLeft}.',
    '認証コードが正しくありません。あと{triesLeft}回入力できます。',
  ),
  verificationCodeExpired: fault(
    400,
    'The code has expired. Please request a new one.',
    '認証コードの有効期限が切れています。再送信してください。',
  ),
  verificationCodeUsedUp: fault(
    400,
    'Too many wrong tries. Please request a new code.',
    '入力回数の上限に達しました。認証コードを再送信してください。',
  ),
  alreadyVerified: fault(
    400,
    'This e-mail address is already verified. Please log in.',
    'このメールアドレスは認証済みです。ログインしてください。',
  ),
  resendTooSoon: fault(
    429,
    'A mail was sent to this address lately. The next one can be sent in {minutes} min.',
    'このメールアドレスには先ほどメールを送信しました。次は{minutes}分後に送信できます。',
  ),
  invalidActionFlags: fault(400, 'The action flags is invalid.', 'The action flags is invalid.'),

  invalidBotName: fault(400, 'Contains characters that cannot be used', '使用できない文字が含まれています'),
  botNameTooLong: fault(400, 'The bot name may have at most 18 characters.', 'ボット名は18文字以内で入力してください。'),
  botRunning: fault(409, 'Stop the bot first.', '先にボットを停止してください。'),
  botNotStopping: fault(409, 'The bot is not being stopped.', 'ボットは停止処理中ではありません。'),
  stopTooYoung: fault(
    409,
    'The exchange is still being asked. The stop can be forced in {seconds} seconds.',
    '取引所に確認しています。強制停止は{seconds}秒後からできます。',
  ),
  botStopping: fault(409, 'The bot is just being stopped.', 'ボットは停止処理中です。'),
  botNotRunning: fault(409, 'The bot is not running.', 'ボットは稼働していません。'),
  botAlreadyRunning: fault(409, 'The bot is already running.', 'ボットはすでに稼働しています。'),
  invalidCurrencyPairName: fault(400, 'Invalid currency pair name', '通貨ペア名が正しくありません'),
  pairNotOffered: fault(400, '{pair} is not offered on this exchange.', '{pair}はこの取引所では選択できません。'),
  notThreeCurrencies: fault(
    400,
    'The pairs must cover exactly 3 currencies and connect them.',
    '3種類の通貨で構成され、互いにつながる通貨ペアを選択してください。',
  ),
  duplicatePair: fault(400, '{pair} is chosen twice.', '{pair}が重複しています。'),
  cotRequired: fault(400, 'One of the pairs must contain COT.', 'COTを含む通貨ペアを選択してください。'),
  noUsdPrice: fault(
    400,
    'The worth of {currencies} in USD is not known on this exchange.',
    'この取引所では{currencies}の米ドル換算額を確認できません。',
  ),
  amountTooLarge: fault(
    400,
    'An order on {pair} would be above the maximum ({maximum} {unit}).',
    '{pair}の注文が最大値（{maximum} {unit}）を上回ります。',
  ),
  orderWidthOutOfRange: fault(
    400,
    'The order width must be greater than 0 and at most 99.9.',
    '注文幅は0より大きく99.9以下で入力してください。',
  ),
  orderWidthTooSmall: fault(
    400,
    'The order width is too small for these balances: at least {minimum} %.',
    'この残高に対して注文幅が小さすぎます。{minimum}%以上にしてください。',
  ),
  minimumValue: fault(
    400,
    'An order on {pair} would be below the minimum ({minimum} {unit}).',
    '{pair}の注文が最小値（{minimum} {unit}）を下回ります。',
  ),
  priceOutOfRange: fault(
    400,
    'An order price on {pair} lies outside the configurable range.',
    '{pair}の注文価格が設定可能な範囲を外れています。',
  ),
  balanceNotPositive: fault(
    400,
    'Every currency needs a balance above 0. Missing: {currency}.',
    'すべての通貨の残高が必要です。不足：{currency}',
  ),
  unbalanced: fault(
    400,
    'The balances are more than {tolerance} % away from even shares. Please rebalance first.',
    '残高が均等な配分から{tolerance}%以上ずれています。先に残高を調整してください。',
  ),
  cannotSellFirst: fault(
    400,
    '{currency} cannot be sold first. Please buy {other}.',
    '{currency}は先に売却できません。{other}を購入してください。',
  ),
  pairsNotEligible: fault(
    400,
    'These currency pairs are not eligible for auto-rebalance: the exchange has no pairs that join {currencies}.',
    'この通貨ペアは自動リバランスの対象外です。{currencies}をつなぐ通貨ペアがこの取引所にありません。',
  ),
  autoRebalanceNotOffered: fault(403, 'Auto-rebalance is not offered here.', '自動リバランスはご利用いただけません。'),
  rebalanceUnderWay: fault(
    409,
    'The wallet is just being rebalanced. Stop the bot to end that.',
    '自動リバランス中です。中止するにはボットを停止してください。',
  ),
  rebalanceIncomplete: fault(
    400,
    'Within 5 % of the current price the market took only a part of the orders.',
    '許容価格（現在価格から5%以内）では、注文の一部しか約定しませんでした。',
  ),
  rebalanceFailed: fault(400, 'The auto-rebalance failed.', '自動リバランスに失敗しました。'),
  paymentRequired: fault(402, 'Please complete the payment settings first.', '先にお支払い設定を完了してください。'),

  invalidApiKey: fault(400, 'The exchange refused the API key.', 'APIキーが正しくありません。'),
  invalidSecret: fault(400, 'The exchange refused the API secret.', 'APIシークレットが正しくありません。'),
  invalidPassphrase: fault(400, 'The exchange refused the passphrase.', 'パスフレーズが正しくありません。'),
  passphraseRequired: fault(400, 'This exchange needs the passphrase of the API key.', 'この取引所ではパスフレーズが必要です。'),
  keyRefused: fault(
    400,
    'The exchange refused the key: check the key, its rights, and the addresses it is allowed from.',
    '取引所に接続を拒否されました。APIキー、権限、許可IPアドレスをご確認ください。',
  ),
  withdrawalRight: fault(400, 'The API key must not have withdrawal permission.', '出金権限のあるAPIキーは使用できません。'),
  transferRight: fault(400, 'The API key must not have transfer permission.', '資金移動権限のあるAPIキーは使用できません。'),
  tradeRightMissing: fault(400, 'The API key needs permission to trade.', 'APIキーに取引権限がありません。'),
  exchangeAccountInUse: fault(
    400,
    'This exchange account is already in use here with another API key. Please use an account of its own, such as a sub-account.',
    'この取引所アカウントは、別のAPIキーですでに登録されています。サブアカウントなど、別のアカウントをご利用ください。',
  ),
  apiKeyInUse: fault(400, 'This API key is already used by another account.', 'このAPIキーは別のアカウントで使用されています。'),
  keyRightsUnknown: fault(
    502,
    'The rights of the key could not be checked. Please try again.',
    'APIキーの権限を確認できませんでした。もう一度お試しください。',
  ),
  exchangeUnreachable: fault(
    502,
    'The exchange could not be reached. Please try again.',
    '取引所に接続できませんでした。もう一度お試しください。',
  ),
  orderFateNotTold: fault(
    400,
    'Bots cannot run on this exchange: it does not tell reliably what became of an order.',
    'この取引所は注文の結果を確実に確認できないため、ボットを稼働できません。',
  ),
  minimumsNotTold: fault(
    400,
    'Bots cannot run on this exchange: it does not tell its minimum order sizes.',
    'この取引所は最小注文数量を確認できないため、ボットを稼働できません。',
  ),
  usdNotPriced: fault(
    400,
    'Bots cannot run on this exchange: none of its pairs tells what a currency is worth in USD.',
    'この取引所には米ドル換算に使える通貨ペアがないため、ボットを稼働できません。',
  ),
  exchangeNotTried: fault(
    400,
    'Bots cannot run on this exchange yet: it has not been tested with this service.',
    'この取引所は動作確認が済んでいないため、ボットを稼働できません。',
  ),

  periodInvalid: fault(
    400,
    'The period must begin in the past and end after it begins.',
    '期間の開始は過去の日時、終了は開始より後の日時を指定してください。',
  ),
  periodTooLong: fault(
    400,
    'The period is too long: {candles} candles, at most {most}. Please choose a shorter period or a coarser interval.',
    '期間が長すぎます（ローソク足{candles}本、上限{most}本）。期間を短くするか、足の間隔を広げてください。',
  ),
  candlesBeingFetched: fault(
    503,
    'The candles are being fetched from the exchange: {days} of {total} days are there. Please try again in {seconds} seconds.',
    '取引所からローソク足を取得しています（{total}日分のうち{days}日分が完了）。{seconds}秒後にもう一度お試しください。',
  ),
  candlesNeedSignin: fault(
    401,
    'Not all of these candles of {pair} are stored here. Please log in to have them fetched from the exchange.',
    'この期間の{pair}のローソク足は、まだ保存されていないものがあります。取引所から取得するにはログインしてください。',
  ),

  noCandles: fault(400, 'The exchange has no candles of {pairs} in this period.', 'この期間の{pairs}のローソク足は取引所にありません。'),
  noPairs: fault(
    400,
    'The exchange offers no pairs between these currencies: {currencies}.',
    'これらの通貨の間の通貨ペアは取引所にありません：{currencies}',
  ),
  tooManyPairs: fault(400, 'At most {most} pairs can be tested together.', '一度にテストできる通貨ペアは{most}組までです。'),
  pairsNotConnected: fault(
    400,
    'The pairs must connect all their currencies; none leads from {currency} to {to}.',
    '通貨ペアはすべての通貨をつなぐ必要があります。{currency}から{to}につながるペアがありません。',
  ),
  crossNotPossible: fault(
    400,
    '{pair} is not offered on this exchange, and no two of its pairs share a currency from which it could be derived.',
    '{pair}はこの取引所になく、共通の通貨を持つ2つの通貨ペアから算出することもできません。',
  ),
  feeOutOfRange: fault(
    400,
    'The fee is a fraction between -0.1 and 0.1: 0.001 is 0.1 %.',
    '手数料は-0.1から0.1までの割合で入力してください（0.001 = 0.1%）。',
  ),
  tooManyDigits: fault(
    400,
    'Balances, fee and the steps of the exchange have too many digits together. Please round the balances and the fee.',
    '残高・手数料の桁数が多すぎます。丸めて入力してください。',
  ),
  backtestTooLarge: fault(
    400,
    'This back-test is too large. Please choose a shorter period, fewer pairs or a wider order width.',
    'バックテストの規模が大きすぎます。期間を短くするか、通貨ペアを減らすか、注文幅を広げてください。',
  ),

  insufficientFunds: fault(400, 'There is not enough balance at the exchange.', '取引所の残高が不足しています。'),
  ledgerDifference: fault(
    400,
    "The exchange's balances differ from what the bot's trades explain. Please check for deposits, withdrawals or trades by hand.",
    '取引所の残高がボットの取引記録と一致しません。入出金や手動の取引がなかったかご確認ください。',
  ),
  exchangeRefused: fault(
    400,
    'Bots cannot run on this exchange any more. Please check there whether orders are still open, and choose another exchange.',
    'この取引所ではボットを稼働できなくなりました。未約定の注文が残っていないか取引所で確認し、別の取引所をご利用ください。',
  ),
  launchFailed: fault(400, 'The bot could not be started automatically.', 'ボットを自動で開始できませんでした。'),
} as const satisfies Record<string, Fault>;

/** What any call that needs an exchange may be refused with. */
export const exchangeFaults = ['exchangeUnreachable', 'orderFateNotTold', 'minimumsNotTold', 'usdNotPriced', 'exchangeNotTried'] as const;

/** What a call that looks at a bot's account at its exchange may be refused with. */
export const accountFaults = [
  'exchangeNotFound',
  'pairNotOffered',
  'invalidApiKey',
  'invalidSecret',
  'invalidPassphrase',
  'keyRefused',
  'withdrawalRight',
  'transferRight',
  'tradeRightMissing',
  'keyRightsUnknown',
  ...exchangeFaults,
] as const;

export type FaultCode = keyof typeof faults;

export const isFaultCode = (code: string): code is FaultCode => Object.hasOwn(faults, code);

/**
 * A fault in a person's words.
 *
 * @param facts - fill the braces of the text; a missing fact leaves an empty place
 */
export function faultMessage(code: FaultCode, language: 'ja' | 'en', facts: Readonly<Record<string, unknown>> = {}): string {
  return faults[code][language].replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}
