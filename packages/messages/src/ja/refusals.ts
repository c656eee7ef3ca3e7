/**
 * What only a call is refused with; the causes of bots and exchanges stand beside it. Each by itself, so that a page
 * fetches those that it shows.
 */
export * from './first-refusals.ts';

export const emailOrPassword = {
  text: 'ユーザーIDまたはパスワードが正しくありません',
  advice: '両方を確認し、もう一度お試しください。',
} as const;
export const emailVerified = {
  text: 'メールアドレスの認証を完了してください。',
  advice: 'メールでお送りした認証コードを入力するか、認証コードを再送信してください。',
} as const;
export const factorRequired = {
  text: 'ご本人であることを確認してください。',
  advice: '認証アプリのコード、またはリカバリーコードを入力してください。',
} as const;
export const factorChallengeExpired = { text: 'ログインの有効時間が過ぎました。', advice: 'もう一度ログインしてください。' } as const;
export const factorCodeWrong = {
  text: 'コードが正しくないか、すでに使用されています。',
  advice: '認証アプリに現在表示されているコードを入力してください。同じコードは1回だけ使えます。',
} as const;
export const codesLocked = {
  text: '誤ったコードが続けて入力されました。',
  advice: 'あと{minutes}分間はコードを受け付けません。お心当たりがない場合は、お送りしたメールのボタンを押してください。',
} as const;
export const factorSetUpExpired = { text: '設定の有効時間が過ぎました。', advice: 'もう一度最初から設定してください。' } as const;
export const authenticatorExists = {
  text: '認証アプリはすでに設定されています。',
  advice: '別の認証アプリを設定する前に、現在の設定を解除してください。',
} as const;
export const authenticatorNotFound = { text: '認証アプリは設定されていません。', advice: 'ページを再読み込みしてください。' } as const;
export const subscriptionRunning = { text: 'プランのお支払いが続いています。', advice: '先にプランを解約してください。' } as const;
export const passkeyRefused = {
  text: 'このパスキーは使用できません。',
  advice: '別のパスキーを使うか、パスワードでログインしてください。',
} as const;
export const passkeyExists = { text: 'このパスキーはすでに登録されています。', advice: '別の端末を使用してください。' } as const;
export const passkeyNotFound = { text: 'このパスキーはすでにありません。', advice: 'ページを再読み込みしてください。' } as const;
export const tooManyPasskeys = {
  text: 'パスキーはすでに上限の{most}個に達しています。',
  advice: '不要なパスキーを削除してください。',
} as const;
export const userBanned = { text: 'このアカウントは利用停止中です。', advice: 'サポートまでお問い合わせください。' } as const;
export const signUpClosed = {
  text: '現在、新規登録は受け付けていません。',
  advice: 'アカウントをお持ちの場合はログインしてください。',
} as const;
export const weakPassword = {
  text: 'パスワードは大文字・小文字・数字を含む8〜49文字で入力してください。',
  advice: '別のパスワードを入力してください。',
} as const;
export const currentlyUsedPassword = { text: '現在使用しているパスワードです。', advice: '別のパスワードを入力してください。' } as const;
export const emailTaken = {
  text: 'このメールアドレスはすでに登録されています。',
  advice: '別のメールアドレスをご利用ください。ご登録済みの方はこのアドレスでログインできます。',
} as const;
export const currentlyUsedEmail = {
  text: '現在使用中のメールアドレスです。',
  advice: '別のメールアドレスを入力してください。',
} as const;
export const emailNotCurrent = {
  text: 'お使いのアカウントのメールアドレスではありません。',
  advice: 'メールアドレスを確認して、もう一度お試しください。',
} as const;
export const emailNotExpected = {
  text: 'このメールアドレスへの変更は受け付けていません。',
  advice: 'コードが届いたメールアドレスを入力するか、もう一度変更をお手続きください。',
} as const;
export const sessionNotFound = { text: 'このセッションはすでに終了しています。', advice: 'ページを再読み込みしてください。' } as const;
export const referralCodeRequired = { text: '招待コードを入力してください。', advice: '招待に記載されたコードをご確認ください。' } as const;
export const invalidReferralCode = { text: 'この招待コードは使用できません', advice: '招待に記載されたコードをご確認ください。' } as const;
export const verificationCodeWrong = {
  text: '認証コードが正しくありません。あと{triesLeft}回入力できます。',
  advice: '最新のメールに記載されたコードをご確認ください。',
} as const;
export const verificationCodeExpired = { text: '認証コードの有効期限が切れています。', advice: '再送信してください。' } as const;
export const verificationCodeUsedUp = { text: '入力回数の上限に達しました。', advice: '認証コードを再送信してください。' } as const;
export const sscLinkageFail = {
  text: '提携先とのアカウント連携に失敗しました。',
  advice: '数分後に同じコードでもう一度お試しください。繰り返し失敗する場合は、サポートまでお問い合わせください。',
} as const;
export const alreadyVerified = { text: 'このメールアドレスは認証済みです。', advice: 'ログインしてください。' } as const;
export const resendTooSoon = {
  text: 'このメールアドレスには先ほどメールを送信しました。',
  advice: '次は{minutes}分後に送信できます。',
} as const;
export const resetLinkInvalid = {
  text: 'このリンクは無効です。',
  advice: 'リンクの有効期限は30分で、1回だけ使えます。もう一度お手続きください。',
} as const;
export const invalidInput = { text: '入力内容に誤りがあります（{fields}）。', advice: '内容を確認し、もう一度お試しください。' } as const;
export const secretInAddress = {
  text: 'このサーバーではURLに秘密情報を含めることはできません（{fields}）。',
  advice: 'POSTリクエストの本文で送信してください。',
} as const;
export const malformedBody = {
  text: 'リクエストの本文が正しいJSONではありません。',
  advice: '修正して、もう一度送信してください。',
} as const;
export const malformedRequest = {
  text: 'リクエストがHTTPとして正しくありません。',
  advice: '修正して、もう一度送信してください。',
} as const;
export const requestTimeout = {
  text: 'リクエストの受信に時間がかかりすぎました。',
  advice: '通信環境を確認し、もう一度お試しください。',
} as const;
export const headersTooLarge = {
  text: 'リクエストのヘッダーが大きすぎます。',
  advice: 'このサイトのCookieを削除するか、送信する内容を減らしてください。',
} as const;
export const bodyTooLarge = { text: 'リクエストが大きすぎます。', advice: '送信する内容を減らしてください。' } as const;
export const unsupportedMediaType = {
  text: 'リクエストの本文はJSON形式である必要があります。',
  advice: 'Content-Typeをapplication/jsonにして送信してください。',
} as const;
export const otherPort = {
  text: 'このアドレスは、このポートでは提供されていません。',
  advice: 'このアドレス用に設定されたポートをご利用ください。',
} as const;
export const notFound = { text: '見つかりません。', advice: 'アドレスをご確認ください。' } as const;
export const permissionMissing = {
  text: 'ご自身の役割では、この操作は行えません。',
  advice: '権限を持つ担当者に依頼してください。',
} as const;
export const roleAboveOwn = {
  text: 'ご自身より強い権限を持つ役割は変更できません。',
  advice: 'その役割を持つ担当者に依頼してください。',
} as const;
export const twoFactorRequired = {
  text: 'この操作には2段階認証の設定が必要です。',
  advice: 'セキュリティ画面で認証アプリまたはパスキーを設定してください。',
} as const;
export const viewingOnly = {
  text: 'ユーザーとして閲覧中です。変更や秘密情報の表示はできません。',
  advice: '閲覧を終了し、管理者画面で操作してください。',
} as const;
export const viewLinkInvalid = {
  text: 'このリンクは使用済みか、有効期限が切れています。',
  advice: 'ユーザーのページから、もう一度閲覧を開始してください。',
} as const;
export const userIsStaff = {
  text: 'このユーザーは管理者でもあるため、本人として閲覧できません。',
  advice: 'ご本人に確認してください。',
} as const;
export const ownFactorMissing = {
  text: 'この操作にはご自身の2段階認証が必要ですが、まだ設定されていません。',
  advice: 'セキュリティの画面で認証アプリを設定してください。',
} as const;
export const administratorNotFound = { text: 'この管理者は存在しません。', advice: '一覧を再読み込みしてください。' } as const;
export const invitationAccepted = { text: 'この招待はすでに受け入れられています。', advice: '一覧を再読み込みしてください。' } as const;
export const lastOwner = {
  text: '最後のオーナーは変更も削除もできません。',
  advice: '先に、ほかの管理者をオーナーにしてください。',
} as const;
export const operatorNotFound = { text: 'この運営者は存在しません。', advice: '一覧を再読み込みしてください。' } as const;
export const lastOperator = {
  text: '最後の運営者は変更も削除もできません。',
  advice: '先に、ほかの方を運営者にしてください。',
} as const;
export const organizationSuspended = {
  text: 'この組織では取引が停止されています。',
  advice: '閲覧はできます。詳しくは組織にお問い合わせください。',
} as const;
export const organizationFull = {
  text: 'この組織に登録できるユーザー数の上限（{most}人）に達しています。',
  advice: '組織にお問い合わせください。',
} as const;
export const organizationBotsFull = {
  text: 'この組織で作成できるボット数の上限（{most}件）に達しています。',
  advice: '組織にお問い合わせください。',
} as const;
export const organizationRunningFull = {
  text: 'この組織で同時に稼働できるボット数の上限（{most}件）に達しています。',
  advice: 'ほかのボットの停止を待つか、組織にお問い合わせください。',
} as const;
export const offerNotFound = { text: 'このプラン・機能・オプションは存在しません。', advice: '一覧を再読み込みしてください。' } as const;
export const invalidRegistrationNumber = {
  text: '登録番号は「T」と13桁の数字で入力してください。',
  advice: '番号を確認してください。',
} as const;
export const monthNotOver = { text: '{month}はまだ終わっていません。', advice: '月が終わってから請求書を発行してください。' } as const;
export const billExists = {
  text: 'この月の請求書はすでに発行されています（第{number}号）。',
  advice: '訂正する場合は、その請求書の訂正版を作成してください。',
} as const;
export const usdRateMissing = {
  text: '{month}の米ドル円レートが登録されていません。',
  advice: '先に、レートと出典を登録してください。',
} as const;
export const billIssuerMissing = {
  text: '請求書の発行者が設定されていません。',
  advice: '先に、名称・住所・登録番号を設定してください。',
} as const;
export const antiForgery = { text: 'リクエストを確認できませんでした。', advice: 'ページを再読み込みしてください。' } as const;
export const tooManyRequests = { text: 'リクエストが多すぎます。', advice: '{seconds}秒後にもう一度お試しください。' } as const;
export const databaseUnavailable = {
  text: '現在データベースに接続できません。',
  advice: '{seconds}秒後にもう一度お試しください。',
} as const;
export const passwordRequired = {
  text: 'パスワードをもう一度入力してください。',
  advice: 'この変更には現在のパスワードが必要です。',
} as const;
export const wrongPassword = { text: 'パスワードが正しくありません。', advice: '確認して、もう一度お試しください。' } as const;
export const invalidActionFlags = {
  text: 'The action flags is invalid.',
  advice: 'AccountInfoCompleted、PlanSelectionCompleted、BotSetupCompleted、SecondLoginCompletedのいずれかを指定してください。',
} as const;
export const bulkActNotFound = { text: 'この一括操作は存在しません。', advice: 'IDをご確認ください。' } as const;
export const savedFilterNotFound = {
  text: 'この保存条件は存在しません。',
  advice: '削除された可能性があります。一覧を読み込み直してください。',
} as const;
export const savedFilterExists = {
  text: '「{name}」という条件はすでに保存されています。',
  advice: '別の名前を付けるか、置き換えることを指定してください。',
} as const;
export const tooManySavedFilters = {
  text: '保存できる条件は{most}件までです。',
  advice: '使わなくなった条件を削除してください。',
} as const;
export const selectionChanged = {
  text: '対象が{count}件に変わったため、何も実行していません。',
  advice: '一覧をもう一度ご確認のうえ、件数を確定してください。',
} as const;
export const userNotFound = { text: 'このユーザーは存在しません。', advice: 'IDをご確認ください。' } as const;
export const organizationNotFound = { text: 'この組織は存在しません。', advice: 'IDまたはアドレスをご確認ください。' } as const;
export const organizationElsewhere = {
  text: 'このアドレスは別の組織のものです。',
  advice: 'ご所属の組織のアドレスからご利用ください。',
} as const;
export const exchangeExists = { text: '取引所「{name}」はすでに存在します。', advice: '別の名称を入力してください。' } as const;
export const virtualExchangeOff = {
  text: 'テストボット用の仮想取引所がありません。',
  advice: 'お試し環境で実行するか、仮想取引所を有効にしてください。',
} as const;
export const testBotsRunning = {
  text: '停止していないテストボットが{count}件あります。',
  advice: '先に停止し、完了をお待ちください。',
} as const;
export const exchangeHasBots = {
  text: 'この取引所で稼働中のボットが{count}件あります。',
  advice: '先にボットを停止してください。停止しないと注文が取引所に残ります。',
} as const;
export const exchangeHasKeys = {
  text: 'この取引所のAPIキーが{count}件登録されています。',
  advice: '登録がある間は、削除や接続先の変更はできません。無効にすることはできます。',
} as const;
export const organizationExists = { text: '組織「{slug}」はすでに存在します。', advice: '別の名称を入力してください。' } as const;
export const exchangeNotInPlan = {
  text: 'ご利用中のプランではこの取引所を選択できません。',
  advice: '別の取引所またはプランをお選びください。',
} as const;
export const tradingLimitReached = {
  text: 'プランの取引高の上限（{limit} USD）に達しました。',
  advice: '上位のプランに変更するか、次の支払い期間までお待ちください。',
} as const;
export const invalidCode = {
  text: 'キャンペーンコードが正しくありません。',
  advice: 'コードを確認して、もう一度入力してください。',
} as const;
export const invalidAffiliateCode = {
  text: 'キャンペーンコードが正しくありません。',
  advice: '招待リンクから作成したアカウントでのみ利用できます。',
} as const;
export const codeExpired = { text: 'キャンペーンコードの有効期限が切れています。', advice: '他のプランをお選びください。' } as const;
export const alreadyRegistered = {
  text: 'このキャンペーンコードは登録済みです。',
  advice: '対象のプランはプラン一覧に表示されています。',
} as const;
export const alreadyRegisteredPlan = {
  text: 'このキャンペーンコードのプランをすでにご利用中です。',
  advice: '変更の必要はありません。',
} as const;
export const userPlanNotFound = { text: 'このプランは存在しません。', advice: '一覧からお選びください。' } as const;
export const userPlanNotOffered = { text: 'このプランの提供は終了しました。', advice: '別のプランをお選びください。' } as const;
export const noSubscription = { text: 'ご契約中のプランがありません。', advice: '先にプランをお選びください。' } as const;
export const alreadySubscribed = {
  text: 'すでにプランがあります。',
  advice: 'プランを変更するか、解約してから別のプランをお選びください。',
} as const;
export const alreadyOnPlan = { text: 'このプランはご契約中、または選択済みです。', advice: '変更の必要はありません。' } as const;
export const planNotCharged = {
  text: '現在のプランは有料ではないため、変更できません。',
  advice: '別のプランを購入すると、現在のプランと入れ替わります。',
} as const;
export const planToCancel = {
  text: '有料のプランを無料のプランに変更することはできません。',
  advice: '先に現在のプランを解約し、その後にお選びください。',
} as const;
export const paymentOutstanding = {
  text: '未払いのお支払いがあります。',
  advice: '別のお支払い方法などで、現在のプランのお支払いを先に済ませてください。',
} as const;
export const planEndsTooSoon = {
  text: 'このプランは、初回のお支払いより前に提供が終了します。',
  advice: '別のプランをお選びください。',
} as const;
export const dearerPriceUnpaid = {
  text: 'アップグレード後は、{price}円のお支払いが一度完了するまで、小さいプランに変更できません。',
  advice: '次回のお支払いの後に変更してください。',
} as const;
export const paymentsNotOffered = { text: 'こちらではプランを購入できません。', advice: '管理者にお問い合わせください。' } as const;
export const nothingToPay = { text: 'お支払いは必要ありません。', advice: 'プランなしですべての機能をご利用いただけます。' } as const;
export const checkoutNotFound = { text: 'このお手続きは存在しません。', advice: 'プランの画面からやり直してください。' } as const;
export const approvalMissing = {
  text: '決済サービスでの承認をまだ確認できていません。',
  advice: '決済サービスで承認してください。承認済みの場合は、しばらくお待ちください。',
} as const;
export const paymentDeclined = {
  text: '初回のお支払いが完了しませんでした。',
  advice: '請求は発生していません。別のお支払い方法でお試しください。',
} as const;
export const purchaseDiffers = {
  text: '承認された内容が、選択した内容と異なります。',
  advice: 'プランの画面からやり直してください。',
} as const;
export const subscriptionNotExpired = {
  text: 'プランの有効期限は終了していません。',
  advice: '不要な場合は、プランを解約してください。',
} as const;
export const paymentProviderUnavailable = {
  text: '現在、決済サービスに接続できません。',
  advice: '{seconds}秒後にもう一度お試しください。',
} as const;
export const paymentProviderRefused = {
  text: '決済サービスで処理を完了できませんでした。',
  advice: '変更は行われていません。繰り返し発生する場合は、管理者にお問い合わせください。',
} as const;
export const webhookForged = { text: '署名を確認できませんでした。', advice: '署名した内容をそのまま送信してください。' } as const;
export const paymentRequired = {
  text: '先にお支払い設定を完了してください。',
  advice: '完了後に、もう一度ボットを開始してください。',
} as const;
export const botNotFound = { text: 'このボットは存在しません。', advice: '削除された可能性があります。' } as const;
export const stopNotFound = { text: 'この停止操作は存在しません。', advice: 'IDをご確認ください。' } as const;
export const courseNotFound = { text: 'このコースは存在しません。', advice: '一覧から選択してください。' } as const;
export const errorMessageNotFound = { text: 'このメッセージは存在しません。', advice: 'ページを再読み込みしてください。' } as const;
export const tooManyBots = { text: 'ボットはすでに上限の{most}個に達しています。', advice: '不要なボットを削除してください。' } as const;
export const searchTooBroad = { text: '検索に時間がかかりすぎています。', advice: '期間を指定するなど、条件を絞ってください。' } as const;
export const invalidBotName = {
  text: '使用できない文字が含まれています',
  advice: '英数字・ハイフン・アンダースコアを使用してください。',
} as const;
export const botNameTooLong = { text: 'ボット名は{longest}文字以内で入力してください。', advice: '短い名前にしてください。' } as const;
export const botRunning = { text: 'ボットは稼働中です。', advice: '先にボットを停止してください。' } as const;
export const botStopping = { text: 'ボットは停止処理中です。', advice: '停止するまでお待ちください。' } as const;
export const botNotStopping = { text: 'ボットは停止処理中ではありません。', advice: '先にボットを停止してください。' } as const;
export const stopTooYoung = { text: '取引所に確認しています。', advice: '強制停止は{seconds}秒後からできます。' } as const;
export const rebalanceUnderWay = { text: '自動リバランス中です。', advice: '中止するにはボットを停止してください。' } as const;
export const autoRebalanceNotOffered = {
  text: '自動リバランスはご利用いただけません。',
  advice: '手動で残高を均等に近づけてください。',
} as const;
export const invalidCurrencyPairName = { text: '通貨ペア名が正しくありません', advice: 'BTC/USDTのように入力してください。' } as const;
export const notEnoughBtc = {
  text: 'ウォレットのBTC残高は{held} BTCです。開始には{minimum} BTCが必要で、{missing} BTC不足しています。',
  advice: '不足分を追加してから、ボットをもう一度開始してください。',
} as const;
export const duplicateCourse = { text: 'コースは種類ごとに1つです。', advice: '重複したコースを削除してください。' } as const;
export const affiliateMayNotTrade = {
  text: 'このアカウントは紹介専用のため、ボットを利用できません。',
  advice: '取引をご希望の場合は、別のメールアドレスでご登録ください。',
} as const;
export const affiliateNotOffered = {
  text: 'アフィリエイトプログラムは提供されていません。',
  advice: '提供予定については運営会社にお問い合わせください。',
} as const;
export const cotRequired = { text: 'COTを含む通貨ペアが必要です。', advice: 'COTを含む通貨ペアを選択してください。' } as const;
export const orderWidthTooSmall = {
  text: 'この残高に対して注文幅が小さすぎます。{minimum}%以上にしてください。',
  advice: '注文幅を広げるか、残高を増やしてください。',
} as const;
export const rewardNotPositive = {
  text: '1取引あたりの利益率は0より大きい値で入力してください。',
  advice: '別の値を入力してください。',
} as const;
export const exchangeNotFound = { text: 'この取引所は存在しません。', advice: '一覧から選択してください。' } as const;
export const exchangeAccountNotFound = { text: 'この取引所口座は存在しません。', advice: 'APIキーを登録し直してください。' } as const;
export const apiKeyRemoved = {
  text: 'このAPIキーは、お客様の操作またはパスワードの変更により削除されました。',
  advice: 'APIキーを再度入力してください。',
} as const;
export const apiKeyOfRunningBot = {
  text: 'このAPIキーは使用中です（{bots}）。',
  advice: '使用中のボットを停止してからもう一度お試しください。',
} as const;
export const tooManyExchangeAccounts = {
  text: '取引所口座はすでに上限の{most}件に達しています。',
  advice: '不要な取引所口座を削除してください。',
} as const;
export const exchangeUnreachable = { text: '取引所に接続できませんでした。', advice: 'もう一度お試しください。' } as const;
export const passphraseRequired = { text: 'この取引所ではパスフレーズが必要です。', advice: 'パスフレーズを入力してください。' } as const;
export const apiKeyInUse = {
  text: 'このAPIキーは別のアカウントで使用されています。',
  advice: 'ご自身のAPIキーを作成し、登録してください。',
} as const;
export const periodInvalid = {
  text: '期間の開始は過去の日時、終了は開始より後の日時を指定してください。',
  advice: '別の期間を指定してください。',
} as const;
export const periodTooLong = {
  text: '期間が長すぎます（ローソク足{candles}本、上限{most}本）。',
  advice: '期間を短くするか、足の間隔を広げてください。',
} as const;
export const candlesBeingFetched = {
  text: '取引所からローソク足を取得しています（{total}日分のうち{days}日分が完了）。',
  advice: '{seconds}秒後にもう一度お試しください。',
} as const;
export const candlesNeedSignin = {
  text: 'この期間の{pair}のローソク足は、まだ保存されていないものがあります。',
  advice: '取引所から取得するにはログインしてください。',
} as const;
export const noCandles = {
  text: 'この期間の{pairs}のローソク足は取引所にありません。',
  advice: '別の期間または別の通貨ペアを選択してください。',
} as const;
export const noPairs = {
  text: 'これらの通貨の間の通貨ペアは取引所にありません（{currencies}）。',
  advice: '別の通貨を選択してください。',
} as const;
export const tooManyPairs = { text: '一度にテストできる通貨ペアは{most}組までです。', advice: '通貨ペアを減らしてください。' } as const;
export const pairsNotConnected = {
  text: '通貨ペアはすべての通貨をつなぐ必要があります。{currency}から{to}につながるペアがありません。',
  advice: 'つながる通貨ペアを追加してください。',
} as const;
export const crossNotPossible = {
  text: '{pair}はこの取引所になく、共通の通貨を持つ2つの通貨ペアから算出することもできません。',
  advice: '別の通貨ペアを選択してください。',
} as const;
export const feeOutOfRange = {
  text: '手数料は-0.1から0.1までの割合で入力してください。',
  advice: '0.1%の場合は0.001と入力してください。',
} as const;
export const tooManyDigits = {
  text: '残高・手数料・取引所の刻み幅の桁数が多すぎて、正確に計算できません。',
  advice: '残高と手数料を丸めて入力してください。',
} as const;
export const backtestTooLarge = {
  text: 'バックテストの規模が大きすぎます。',
  advice: '期間を短くするか、通貨ペアを減らすか、注文幅を広げてください。',
} as const;
export const audienceChanged = {
  text: '件数の確認後に対象のユーザーが増減しました。現在の送信先は{count}件です。',
  advice: '送信先を確認し、新しい件数を入力してください。',
} as const;
export const nobodyToMail = { text: 'このメールの送信先がありません。', advice: '送信先の条件を変更してください。' } as const;
export const emailNotWritten = {
  text: '少なくとも1つの言語で、件名と本文の両方を入力してください。',
  advice: '各言語で、件名と本文を両方とも入力するか、両方とも空欄にしてください。',
} as const;
export const sendTimeTooLate = {
  text: '配信を予約できるのは{days}日先までです。',
  advice: 'それより前の日時を指定してください。',
} as const;
export const brandDraftChanged = {
  text: 'この下書きは、ほかの管理者によって変更または公開されました。',
  advice: 'ページを再読み込みして、現在の状態を確認してください。',
} as const;
export const brandHardToRead = {
  text: 'コントラストが不足している配色が{pairs}組あります（例：{pair}は{found}、必要な値は{needed}）。',
  advice: 'コントラストの表で「不足」と表示された色を変更してください。',
} as const;
export const brandPictureNotFound = { text: 'ロゴの画像が保存されていません。', advice: 'もう一度ファイルを選択してください。' } as const;
export const brandVersionNotFound = { text: 'バージョン{version}は保存されていません。', advice: '一覧から選択してください。' } as const;
export const pictureTooLarge = {
  text: '画像が大きすぎます。縦・横ともに{most}ピクセル以内にしてください。',
  advice: '画像を縮小して、もう一度お試しください。',
} as const;
export const pictureUnreadable = {
  text: 'PNG・JPEG・WebP形式の画像として読み込めませんでした。',
  advice: 'ロゴをPNG形式で保存して、もう一度お試しください。SVGは使用できません。',
} as const;
export const emailNotFound = { text: 'このメールは見つかりません。', advice: '一覧を再読み込みしてください。' } as const;
export const emailEnded = {
  text: 'このメールの配信はすでに終了しています。',
  advice: 'ページを再読み込みして結果を確認してください。',
} as const;
export const emailNotPaused = {
  text: 'このメールは一時停止中ではありません。',
  advice: 'ページを再読み込みして状況を確認してください。',
} as const;
export const billNotFound = { text: 'この請求書は存在しません。', advice: '一覧からお選びください。' } as const;
export const campaignCodeInUse = {
  text: 'キャンペーンコード{code}は別のプランで使用されています（または使用されていました）。',
  advice: '新しいコードを作成してください。',
} as const;
export const installationOfFreePlan = {
  text: '月額無料のプランには初期導入費用を設定できません。',
  advice: '月額料金を入力するか、初期導入費用を0円にしてください。',
} as const;
export const endNotAhead = { text: '終了日時が過去になっています。', advice: '今より後の日時にするか、空欄にしてください。' } as const;
export const userHasNoPlan = { text: 'このユーザーはプランを利用していません。', advice: '解約するものはありません。' } as const;
export const paypalCredentialsWrong = {
  text: 'このクライアントIDとシークレットはPayPalで認証されませんでした。',
  advice: 'PayPalの開発者ダッシュボードの同じアプリから両方をコピーし直し、環境もご確認ください。',
} as const;
export const paypalRefused = {
  text: 'PayPalに拒否されました（{reason}）。',
  advice: '何も保存されていません。PayPalのアカウントを確認するか、この内容を添えてPayPalのサポートにお問い合わせください。',
} as const;
export const sandboxOnly = {
  text: 'ステージング環境では実際の支払いは行えません。',
  advice: 'PayPalのサンドボックスのアカウントを入力してください。',
} as const;
export const subscriptionsWouldEnd = {
  text: 'この変更により、課金中の契約{count}件が終了します。',
  advice: '終了する件数と理由を入力して確定してください。',
} as const;
export const parameterOutOfRange = {
  text: '{parameter}の値（{value}）は{lowest}以上{highest}以下で指定してください。',
  advice: '別の値を入力してください。',
} as const;
export const levelsTooWide = {
  text: '最も外側の買い注文が仲値から{widest}%下になり、価格がつきません。',
  advice: '段数を減らすか、段の間隔を狭くしてください。合計は100%未満にしてください。',
} as const;
export const lastLevelEmpty = {
  text: '全{orderLevels}段のうち、最も外側の注文数量が{amount}になります。',
  advice: '段数を減らすか、段ごとの数量の減り方を小さくしてください。',
} as const;
export const minimumSpreadTooWide = {
  text: '最小スプレッド{minimumSpread}%と許容幅{refreshTolerance}%では、{spread}%の注文は出した直後に取り消されます。',
  advice: '最小スプレッドと許容幅の合計を、スプレッドより小さくしてください。',
} as const;
export const priceFloorNotBelowCeiling = {
  text: '下限価格{floor}と上限価格{ceiling}では、両側に注文を出せる価格帯がありません。',
  advice: '下限価格を上限価格より低くしてください。',
} as const;
export const virtualAccountNotFound = { text: 'この名前の仮想口座はありません。', advice: '取引所と名前をご確認ください。' } as const;
export const virtualAccountExists = {
  text: 'この取引所には同じ名前の仮想口座がすでにあります。',
  advice: '大文字・小文字や全角・半角の違いだけでない、別の名前を付けてください。',
} as const;
export const walletMoving = {
  text: 'ボットの注文または約定が取引所と一致していないため、このウォレットには記帳できません。',
  advice: '先にボットの相違を修正するか、しばらくしてからもう一度お試しください。相違が続く場合は、数分以内に自動で記帳されます。',
} as const;
export const keyOfAccountRequired = {
  text: 'この取引所にはプラットフォームのAPIキーがまだ登録されていません。',
  advice: '最初の仮想口座を作成するときにAPIキーを入力してください。',
} as const;
export const idempotencyKeyReused = {
  text: 'この冪等キーは別の内容ですでに使用されています。',
  advice: 'リクエストごとに新しいキーを使用してください。',
} as const;
export const ledgerLacksFunds = {
  text: '仮想口座の利用可能額は{free} {currency}で、必要な{needed} {currency}に足りません。',
  advice: '残高を増やすか、数量を減らしてください。',
} as const;
export const restLacksFunds = {
  text: 'どの仮想口座にも属さない残高は{free} {currency}で、必要な{needed} {currency}に足りません。',
  advice: '別の仮想口座から戻すか、取引所に入金してください。',
} as const;
export const ledgerNotEmpty = {
  text: '仮想口座に残高、未約定の注文、または稼働中のボットがあります。',
  advice: '先にボットを停止し、注文を取り消して、残高を戻してください。',
} as const;
export const orderAmountTooSmall = {
  text: '注文数量が{value} {unit}です。{pair}の最小数量（{minimum} {unit}）を下回ります。',
  advice: '{minimum} {unit}以上の数量を入力してください。',
} as const;
export const orderAmountTooLarge = {
  text: '注文数量が{value} {unit}です。{pair}の最大数量（{maximum} {unit}）を上回ります。',
  advice: '{maximum} {unit}以下の数量を入力してください。それより多い場合は、複数の注文に分けてください。',
} as const;
export const orderValueTooSmall = {
  text: '注文金額が{value} {unit}です。{pair}の最小金額（{minimum} {unit}）を下回ります。',
  advice: '数量を増やし、数量×価格が{minimum} {unit}以上になるようにしてください。',
} as const;
export const orderPriceUnknown = {
  text: '{pair}の現在の価格を取得できないため、成行注文を出せません。',
  advice: 'しばらくしてからもう一度お試しいただくか、指値注文を出してください。',
} as const;
export const orderPriceOutOfRange = {
  text: '{pair}の価格が、取引所が現在許可する範囲を外れています。',
  advice: '市場価格に近い価格を指定してください。',
} as const;
export const sameLedger = { text: '同じ仮想口座が指定されています。', advice: '別の仮想口座を選択してください。' } as const;
export const nothingToTransfer = {
  text: '仮想口座に利用可能な{currency}がないため、振り替えるものがありません。',
  advice: '別の通貨を選択するか、注文が終わるまでお待ちください。',
} as const;
export const amountZero = { text: '数量が0のため、何も移動しません。', advice: '0より大きい数量を入力してください。' } as const;
export const amountTooFine = {
  text: '数量の小数は{most}桁までです。',
  advice: '小数{most}桁以内で入力してください。',
} as const;
export const movementNotFound = { text: 'この資金移動は見つかりません。', advice: '一覧から選択してください。' } as const;
export const movementNotReversible = {
  text: '取り消せるのは、増減と振替の資金移動だけです。',
  advice: '約定した取引は取り消せません。必要な場合は振替を行ってください。',
} as const;
export const movementReversed = { text: 'この資金移動はすでに取り消されています。', advice: '対応の必要はありません。' } as const;
export const virtualOrderNotFound = { text: 'この注文は見つかりません。', advice: '一覧から選択してください。' } as const;
