import { actors, billStatuses } from '@tenbin/messages/fact-values/en';

/** Texts of the pages that everybody has who manages an organization or the platform. */
export const account = {
  parts: 'Account',
  mustAddFactor: 'This takes a second factor. Once you have set up an authenticator app or a passkey, the other pages open.',
  passwordChanged: 'Your password was changed, and your other devices were signed out.',
  othersHelp: 'Signs you out on {{count}} other devices at once.',
  othersHelp_one: 'Signs you out on {{count}} other device at once.',
} as const;

/** What an invoice says. */
export const bill = {
  number: 'Number',
  issuedAt: 'Issued',
  status: 'Status',
  draft: 'Draft',
  ...billStatuses,
  bill: 'Invoice no. {{number}}',
  billTitle: 'Invoice',
  print: 'Print or save as PDF',
  recipient: 'To',
  issuer: 'Issued by',
  registrationNumber: 'Registration number',
  item: 'Item',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  organizationPlan: 'Plan {{name}}',
  option: 'Option {{name}}',
  activeUsers: 'Active users',
  volume: 'Trading volume (USD)',
  base: 'Subject to {{rate}}%',
  tax: 'Consumption tax {{rate}}%',
  withTax: 'Total including tax',
  amount: 'Amount',
  month: 'Month',
  usdRate: 'Rate of the US dollar',
  usdRateOf: '¥{{rate}} ({{source}}, {{date}})',
} as const;

/** Of lists that are downloaded as well. */
export const clocks = {
  clocks: 'Days begin and end by the clocks of {{zone}}, and so do the times in the files.',
} as const;

/** The log of who did what. */
export const audit = {
  title: 'Audit log',
  entries: 'What was done',
  empty: 'Nothing has been recorded yet',
  emptyFiltered: 'Nothing was found',
  by: 'Done by',
  about: 'About',
  idOrEmail: 'E-mail address or id',
  wholeHelp: 'Enter all of the e-mail address or id: a part of it finds nothing.',
  filters: 'Filters',
  action: 'Action',
  allActions: 'All actions',
  result: 'Result',
  allResults: 'All results',
  done: 'Done',
  refused: 'Refused',
  refusedWith: 'Refused: {{why}}',
  clear: 'Clear',
  download: 'Download as CSV',
  reason: 'Reason',
  role: 'Role',
  network: 'From',
  agent: 'Browser',
  session: 'Session',
  actorId: 'Id of who did it',
  call: 'API',
  ...actors,
  factBefore: '{{name}} (before)',
  factAfter: '{{name}} (after)',
} as const;

/** Who manages something. */
export const members = {
  invite: 'Send the invitation',
  invited: 'An invitation was sent to {{email}}. Its link is valid for seven days.',
  role: 'Role',
  roleOf: 'Role of {{email}}',
  you: 'you',
  since: 'Since {{at}}',
  invitedAt: 'Invited {{at}}',
  withFactor: 'With a second factor',
  withoutFactor: 'Without a second factor',
  resend: 'Send again',
  resendTo: 'Send again: the invitation to {{email}}',
  remove: 'Remove',
  removeOf: 'Remove {{email}}',
  lastOne: 'The last {{role}} can be neither changed nor removed. Give somebody else this role first.',
  removed: '{{email}} was removed.',
  change: 'Change',
  changeTitle: 'Change the role?',
  changeHelp: 'The role of {{email}} changes from “{{before}}” to “{{after}}”.',
  changed: 'The role of {{email}} was changed.',
} as const;

/** Of stopping every bot at once: part of whichever file shows it. */
export const stopAllBots = {
  stopAll: 'Stop all',
  stopAllTitle: 'Stop all bots?',
  typeNumber: 'Type the number {{count}} to confirm',
  receipt: 'Receipt of the stop',
  receiptRunning: 'Stopping: {{done}} of {{count}} confirmed',
  receiptDone: 'All {{count}} have stopped ({{confirmed}} confirmed, {{unconfirmed}} unconfirmed, {{forced}} forced)',
  receiptDone_one: 'The bot has stopped ({{confirmed}} confirmed, {{unconfirmed}} unconfirmed, {{forced}} forced)',
  receiptNone: 'There was nothing to stop',
  unreachable: 'Bots whose exchange cannot be reached: {{count}}',
  ended_stopping: 'Stopping on {{exchange}}',
  ended_unreachable: '{{exchange}} cannot be reached; it is tried again. {{reason}}',
  ended_confirmed: 'Stopped on {{exchange}}: {{cancelled}} orders cancelled, {{filled}} filled meanwhile',
  ended_nothing: 'Stopped: nothing was open',
  ended_unconfirmed: 'Stopped; {{exchange}} did not confirm it, and orders may be open there',
  ended_forced: 'Stop forced: {{open}} orders may be open on {{exchange}}',
  close: 'Close',
  more: 'Show more',
} as const;

/** What the platform's plans have, and what can be had beside them. */
export const offer = {
  optionTROLL_BOX: 'Chat box',
  optionCREATE_LP: 'Landing page',
  optionSUPPORT_ZENDESK: 'Support desk',
  optionADD_EXCHANGE: 'Another exchange',
  optionCUSTOMIZE_UI: 'Own design',
  optionADD_PAYMENT_METHOD: 'Another payment method',
  optionPAIR_LIMIT: 'Limited pairs',
  featureBASIC_FEATURE: 'Basic features',
  featureINITIAL_EXCHANGE: 'First exchange',
  featureINITIAL_BOT_LICENSE: 'First bot licences',
  featureSUPPORT_MAIL_CHAT: 'Support by mail and chat',
  featureCUSTOMIZE_UI: 'Own design',
  featureAFFILIATE_FEATURE: 'Affiliate programme',
  featureADD_EXCHANGE: 'Another exchange',
  featureFREE_CAMPAIGN: 'Free campaigns',
  featureAUTO_ADJUST_BOT_SPREAD: 'Automatic order width',
  featureDOCUMENTATION_FOR_CS: 'Documents for support staff',
  featureREMOVE_INITIAL_EXCHANGE: 'First exchange removed',
  featureINDIVISUAL_SUPPORT: 'Individual support',
  featureADD_PAYMENT_METHOD: 'Another payment method',
} as const;
