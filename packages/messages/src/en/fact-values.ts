import { roleNames } from './role-names.ts';

/** Who does something. */
export const actors = {
  actor_user: 'A user',
  actor_administrator: 'An administrator',
  actor_operator: 'An operator',
  actor_visitor: 'Somebody not signed in',
  actor_worker: 'The system',
  actor_commandLine: 'The command line',
} as const;

/** Of users, by what they pay for and run. */
export const audiences = {
  condition_all: 'All users',
  condition_paid: 'Users with a paid plan',
  condition_unpaid: 'Users without a paid plan',
  'condition_bot-setup-not-completed': 'Users who have not set up a bot',
  'condition_bot-is-running': 'Users with a running bot',
  'condition_bot-is-not-running': 'Users without a running bot',
  botStatus_stopped: 'All stopped',
  'botStatus_running-all': 'All running',
  'botStatus_running-someone': 'Some running',
  'botStatus_has-no-bot': 'None',
} as const;

/** Of an invoice. */
export const billStatuses = {
  status_PENDING: 'Unpaid',
  status_FAILED: 'Payment failed',
  status_COMPLETED: 'Paid',
} as const;

/** Of a PayPal account. */
export const environments = {
  environment_live: 'Live',
  environment_sandbox: 'Sandbox',
} as const;

/** Of a brand. */
export const logos = {
  logo_wide: 'Logo',
  logo_wideOnDark: 'Logo on dark ground',
  logo_icon: 'Icon (square)',
} as const;

/** Of a mail to many users. */
export const mailKinds = {
  kind_news: 'News',
  kind_service: 'Service notice',
} as const;

/** Of an order. */
export const orderTypes = {
  type_limit: 'Limit',
  type_market: 'Market',
} as const;

/** Of an organization. */
export const organizationPlans = {
  plan_FREE: 'Free',
  plan_BASIC: 'Basic',
  plan_PROFESSIONAL: 'Professional',
  plan_ENTERPRISE: 'Enterprise',
} as const;

/** Of a payment. */
export const payments = {
  result_PENDING: 'Pending',
  result_FAILED: 'Failed',
  result_COMPLETED: 'Completed',
  result_PARTIALLY_REFUNDED: 'Refunded in part',
  result_REFUNDED: 'Refunded',
  result_REVERSED: 'Reversed',
  result_REINSTATED: 'Reinstated',
  type_INITIAL_PURCHASE_FEE: 'Installation',
  type_SUBSCRIPTION_FEE: 'Monthly fee',
  type_REFUND: 'Refund',
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
  act_ban: 'Suspend',
  act_stop: 'Stop the bots',
  key_known: 'Known already',
  key_stored: 'Stored',
  key_replaced: 'Replaced',
  key_removed: 'Removed',
  list_bots: 'Bots',
  list_users: 'Users',
  role_user: 'User',
  role_administrator: 'Administrator',
  shows_apiKeys: 'API keys',
  side_buy: 'Buy',
  side_sell: 'Sell',
  standing_running: 'Running',
  standing_between: 'In transition',
  standing_stopped: 'Stopped',
  state_running: 'Running',
  state_rebalancing: 'Rebalancing',
  state_starting: 'Starting',
  state_stopping: 'Stopping',
  state_stopped: 'Stopped',
  topic_botStops: 'Bots that stop',
  topic_rebalances: 'Auto-rebalance and auto-start',
  topic_tradingVolume: 'Trading volume and its limit',
  topic_news: 'News',
  true: 'Yes',
  false: 'No',
  null: '–',
} as const;
