import { actors, billStatuses } from '@tenbin/messages/fact-values/ja';

/** Texts of the pages that everybody has who manages an organization or the platform. */
export const account = {
  parts: 'アカウント設定',
  mustAddFactor: '2段階認証の設定が必要です。認証アプリまたはパスキーを設定すると、ほかの画面を使えるようになります。',
  passwordChanged: 'パスワードを変更しました。ほかの端末からはログアウトしました。',
  othersHelp: 'ほかの{{count}}台の端末からすぐにログアウトします。',
} as const;

/** What an invoice says. */
export const bill = {
  number: '番号',
  issuedAt: '発行日',
  status: '状態',
  draft: '下書き',
  ...billStatuses,
  bill: '請求書 No. {{number}}',
  billTitle: '請求書',
  print: '印刷・PDF保存',
  recipient: '宛先',
  issuer: '発行者',
  registrationNumber: '登録番号',
  item: '内容',
  quantity: '数量',
  unitPrice: '単価',
  organizationPlan: 'プラン {{name}}',
  option: 'オプション {{name}}',
  activeUsers: 'アクティブユーザー',
  volume: '取引高（USD）',
  base: '{{rate}}%対象',
  tax: '消費税（{{rate}}%）',
  withTax: '税込合計',
  amount: '金額',
  month: '月',
  usdRate: '米ドル換算レート',
  usdRateOf: '1ドル＝{{rate}}円（{{source}}、{{date}}）',
} as const;

/** Of lists that are downloaded as well. */
export const clocks = {
  clocks: '期間の日付とファイル内の日時は{{zone}}の時刻です。',
} as const;

/** The log of who did what. */
export const audit = {
  title: '監査ログ',
  entries: '操作の記録',
  empty: '記録はまだありません',
  emptyFiltered: '条件に合う記録はありません',
  by: '操作した人',
  about: '対象',
  idOrEmail: 'メールアドレスまたはID',
  wholeHelp: 'メールアドレスまたはIDの全体を入力してください。一部だけでは見つかりません。',
  filters: '絞り込み',
  action: '操作',
  allActions: 'すべての操作',
  result: '結果',
  allResults: 'すべての結果',
  done: '完了',
  refused: '拒否',
  refusedWith: '拒否：{{why}}',
  clear: '条件をクリア',
  download: 'CSVをダウンロード',
  reason: '理由',
  role: '役割',
  network: '接続元',
  agent: 'ブラウザ',
  session: 'セッション',
  actorId: '操作した人のID',
  call: 'API',
  ...actors,
  factBefore: '{{name}}（変更前）',
  factAfter: '{{name}}（変更後）',
} as const;

/** Who manages something. */
export const members = {
  invite: '招待メールを送信する',
  invited: '{{email}}に招待メールを送信しました。リンクの有効期限は7日間です。',
  role: '役割',
  roleOf: '{{email}}の役割',
  you: 'ご自身',
  since: '{{at}}から',
  invitedAt: '招待中（{{at}}に招待）',
  withFactor: '2段階認証あり',
  withoutFactor: '2段階認証なし',
  resend: '再送する',
  resendTo: '{{email}}への招待を再送する',
  remove: '削除する',
  removeOf: '{{email}}を削除する',
  lastOne: '最後の{{role}}は変更も削除もできません。先に、ほかの人にこの役割を設定してください。',
  removed: '{{email}}を削除しました。',
  change: '変更する',
  changeTitle: '役割を変更しますか',
  changeHelp: '{{email}}の役割を「{{before}}」から「{{after}}」に変更します。',
  changed: '{{email}}の役割を変更しました。',
} as const;

/** Of stopping every bot at once: part of whichever file shows it. */
export const stopAllBots = {
  stopAll: 'すべて停止',
  stopAllTitle: 'すべてのボットを停止しますか？',
  typeNumber: '確認のため、件数「{{count}}」を入力してください',
  receipt: '停止結果',
  receiptRunning: '停止処理中：{{count}}件中{{done}}件を確認済み',
  receiptDone: '{{count}}件すべての停止が終わりました（確認{{confirmed}}件、未確認{{unconfirmed}}件、強制{{forced}}件）',
  receiptNone: '停止するボットはありませんでした',
  unreachable: '取引所に接続できないボット：{{count}}件',
  ended_stopping: '{{exchange}}で停止処理中',
  ended_unreachable: '{{exchange}}に接続できません。再試行しています。{{reason}}',
  ended_confirmed: '{{exchange}}で停止済み：注文{{cancelled}}件を取り消し、その間に{{filled}}件が約定',
  ended_nothing: '停止済み：未約定の注文なし',
  ended_unconfirmed: '停止済み：{{exchange}}の確認が得られず、注文が残っている可能性があります',
  ended_forced: '強制停止：{{exchange}}に注文{{open}}件が残っている可能性があります',
  close: '閉じる',
  more: 'さらに表示',
} as const;

/** What the platform's plans have, and what can be had beside them. */
export const offer = {
  optionTROLL_BOX: 'チャットボックス',
  optionCREATE_LP: 'ランディングページ制作',
  optionSUPPORT_ZENDESK: 'サポートデスク',
  optionADD_EXCHANGE: '取引所の追加',
  optionCUSTOMIZE_UI: 'デザインのカスタマイズ',
  optionADD_PAYMENT_METHOD: '決済方法の追加',
  optionPAIR_LIMIT: '通貨ペアの制限',
  featureBASIC_FEATURE: '基本機能',
  featureINITIAL_EXCHANGE: '初期取引所',
  featureINITIAL_BOT_LICENSE: '初期ボットライセンス',
  featureSUPPORT_MAIL_CHAT: 'メール・チャットサポート',
  featureCUSTOMIZE_UI: 'デザインのカスタマイズ',
  featureAFFILIATE_FEATURE: 'アフィリエイト機能',
  featureADD_EXCHANGE: '取引所の追加',
  featureFREE_CAMPAIGN: '無料キャンペーン',
  featureAUTO_ADJUST_BOT_SPREAD: '注文幅の自動調整',
  featureDOCUMENTATION_FOR_CS: 'サポート担当者向け資料',
  featureREMOVE_INITIAL_EXCHANGE: '初期取引所の除外',
  featureINDIVISUAL_SUPPORT: '個別サポート',
  featureADD_PAYMENT_METHOD: '決済方法の追加',
} as const;
