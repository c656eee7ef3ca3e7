import { roleNames } from './role-names.ts';

/** Who does something. */
export const actors = {
  actor_user: 'ユーザー',
  actor_administrator: '管理者',
  actor_operator: '運営者',
  actor_visitor: '未ログイン',
  actor_worker: 'システム',
  actor_commandLine: 'コマンドライン',
} as const;

/** Of users, by what they pay for and run. */
export const audiences = {
  condition_all: 'すべてのユーザー',
  condition_paid: '有料プランのユーザー',
  condition_unpaid: '有料プランでないユーザー',
  'condition_bot-setup-not-completed': 'ボットの設定が完了していないユーザー',
  'condition_bot-is-running': 'ボットが稼働中のユーザー',
  'condition_bot-is-not-running': 'ボットが稼働していないユーザー',
  botStatus_stopped: 'すべて停止中',
  'botStatus_running-all': 'すべて稼働中',
  'botStatus_running-someone': '一部稼働中',
  'botStatus_has-no-bot': 'なし',
} as const;

/** Of an invoice. */
export const billStatuses = {
  status_PENDING: '未払い',
  status_FAILED: '決済失敗',
  status_COMPLETED: '支払い済み',
} as const;

/** Of a PayPal account. */
export const environments = {
  environment_live: '本番',
  environment_sandbox: 'サンドボックス',
} as const;

/** Of a brand. */
export const logos = {
  logo_wide: 'ロゴ',
  logo_wideOnDark: 'ダーク背景用のロゴ',
  logo_icon: 'アイコン（正方形）',
} as const;

/** Of a mail to many users. */
export const mailKinds = {
  kind_news: 'お知らせ',
  kind_service: '重要なお知らせ',
} as const;

/** Of an order. */
export const orderTypes = {
  type_limit: '指値',
  type_market: '成行',
} as const;

/** Of an organization. */
export const organizationPlans = {
  plan_FREE: 'フリー',
  plan_BASIC: 'ベーシック',
  plan_PROFESSIONAL: 'プロフェッショナル',
  plan_ENTERPRISE: 'エンタープライズ',
} as const;

/** Of a payment. */
export const payments = {
  result_PENDING: '処理中',
  result_FAILED: '失敗',
  result_COMPLETED: '完了',
  result_PARTIALLY_REFUNDED: '一部返金済み',
  result_REFUNDED: '返金済み',
  result_REVERSED: '取り消し',
  result_REINSTATED: '取り消し解消',
  type_INITIAL_PURCHASE_FEE: '初期導入費用',
  type_SUBSCRIPTION_FEE: '月額料金',
  type_REFUND: '返金',
} as const;

/** What a fact of an act is, by its name and value, where it is one of a list. */
export const factValues = {
  ...actors,
  ...audiences,
  ...billStatuses,
  ...environments,
  ...logos,
  ...mailKinds,
  ...orderTypes,
  ...organizationPlans,
  ...payments,
  ...roleNames,
  act_ban: '利用停止',
  act_stop: 'ボットの停止',
  key_known: '登録済み',
  key_stored: '登録',
  key_replaced: '変更',
  key_removed: '削除',
  list_bots: 'ボット',
  list_users: 'ユーザー',
  role_user: 'ユーザー',
  role_administrator: '管理者',
  shows_apiKeys: 'APIキー',
  side_buy: '買い',
  side_sell: '売り',
  standing_running: '稼働中',
  standing_between: '処理中',
  standing_stopped: '停止中',
  state_running: '稼働中',
  state_rebalancing: 'リバランス中',
  state_starting: '起動中',
  state_stopping: '停止処理中',
  state_stopped: '停止中',
  topic_botStops: 'ボットの停止',
  topic_rebalances: '自動リバランスと自動開始',
  topic_tradingVolume: '取引高とその上限',
  topic_news: 'サービスに関するお知らせ',
  true: 'はい',
  false: 'いいえ',
  null: '–',
} as const;
