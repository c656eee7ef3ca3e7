/**
 * What is well formed for a field, as somebody wrote it down who reads what the field means and not how it is checked: the
 * judge of what calls do with wrong input. A well-formed value may still be refused by a rule.
 */

/** Wrong for nearly every field. */
export const garbage = [
  null,
  17,
  -1,
  1e308,
  true,
  '',
  ' ',
  'x',
  'x'.repeat(10_000),
  '\0',
  '\u0000abc',
  '💥',
  '\ud800',
  'NaN',
  'Infinity',
  '9223372036854775808',
  "' or 1=1 --",
  [],
  [null],
  {},
  { a: 1 },
  [[]],
] as const satisfies readonly unknown[];

const words = ['x', '💥', '\ud800', 'NaN', 'Infinity', '9223372036854775808', "' or 1=1 --"];
const kinds = {
  /** Ids, names of a list, pairs, periods of a chart: nothing of it. */
  nothing: [],
  /** Not empty, and no NUL. */
  words: [' ', ...words],
  /** The same, or nothing. */
  wordsOrNothing: ['', ' ', ...words],
  /** Shown to people: more than a space. */
  title: words,
  /** An address is looked at by a rule; a space is none. */
  email: ['NaN', 'Infinity', '9223372036854775808', "' or 1=1 --"],
  /** The same, or nobody. */
  emailOrNobody: [null, 'NaN', 'Infinity', '9223372036854775808', "' or 1=1 --"],
  slug: ['x', '9223372036854775808'],
  currency: ['9223372036854775808'],
  yesOrNo: [true],
  list: [[]],
  amounts: [{}],
  fees: [{}, { a: 1 }],
  number: [17, -1, 1e308],
  count: [17],
  /** In an address everything is text. */
  decimalText: ['17', '-1', '9223372036854775808'],
  countText: ['17'],
  numericWords: ['17', '-1', '1e+308', ' ', ...words],
  numericWordsOrNothing: ['17', '-1', '1e+308', '', ' ', ...words],
  currencyText: ['17', '9223372036854775808'],
} as const;
type Kind = keyof typeof kinds;

const inBody: Readonly<Record<string, Kind>> = {
  organization: 'nothing',
  language: 'nothing',
  administrator: 'nothing',
  botId: 'nothing',
  exchangeId: 'nothing',
  exchangeAccountId: 'nothing',
  botCourseId: 'nothing',
  userPlanId: 'nothing',
  purpose: 'nothing',
  paypalSubscriptionId: 'words',
  pairs: 'nothing',
  config: 'nothing',
  email: 'email',
  password: 'words',
  newEmail: 'email',
  newPassword: 'words',
  token: 'wordsOrNothing',
  challenge: 'wordsOrNothing',
  setUp: 'wordsOrNothing',
  state: 'wordsOrNothing',
  response: 'nothing',
  key: 'words',
  secret: 'words',
  apiKey: 'words',
  name: 'words',
  campaignCode: 'wordsOrNothing',
  referralCode: 'wordsOrNothing',
  firstName: 'wordsOrNothing',
  lastName: 'wordsOrNothing',
  phoneNumber: 'wordsOrNothing',
  address: 'wordsOrNothing',
  code: 'wordsOrNothing',
  ticket: 'wordsOrNothing',
  passPhrase: 'wordsOrNothing',
  passphrase: 'wordsOrNothing',
  actionFlags: 'list',
  omitPairs: 'list',
  courses: 'list',
  helpPages: 'amounts',
  rebalanceFees: 'fees',
  balanceTolerance: 'count',
  sessionDays: 'count',
  sessionIdleHours: 'count',
  defaultOrderWidth: 'count',
  minimumBtcBalance: 'currency',
  contactEmail: 'emailOrNobody',
  isAffiliate: 'yesOrNo',
  slug: 'slug',
  isFree: 'yesOrNo',
  botStops: 'yesOrNo',
  rebalances: 'yesOrNo',
  tradingVolume: 'yesOrNo',
  postOnly: 'yesOrNo',
  autoRebalance: 'yesOrNo',
  autoActivation: 'yesOrNo',
  botsPerUser: 'count',
  currencies: 'currency',
  delta: 'number',
  expectedRateOfReturn: 'number',
  balances: 'amounts',
};

const inAddress: Readonly<Record<string, Kind>> = {
  botId: 'nothing',
  exchangeAccountId: 'nothing',
  userPlanId: 'nothing',
  purpose: 'nothing',
  pairs: 'nothing',
  pair: 'nothing',
  balance: 'nothing',
  rebalancedBalance: 'nothing',
  isAutoRebalanceOrganization: 'nothing',
  interval: 'nothing',
  month: 'nothing',
  mode: 'nothing',
  key: 'numericWords',
  secret: 'numericWords',
  also: 'numericWords',
  exchange: 'numericWords',
  passPhrase: 'numericWordsOrNothing',
  password: 'numericWordsOrNothing',
  side: 'nothing',
  excel: 'nothing',
  timeZone: 'nothing',
  lng: 'numericWordsOrNothing',
  kind: 'numericWordsOrNothing',
  text: 'numericWordsOrNothing',
  brand: 'numericWordsOrNothing',
  wl: 'numericWordsOrNothing',
  currencies: 'currencyText',
  skip: 'countText',
  limit: 'countText',
  offset: 'countText',
  start: 'countText',
  end: 'countText',
  startDate: 'countText',
  endDate: 'countText',
  points: 'countText',
  targetTimestamp: 'countText',
  delta: 'decimalText',
  tradingFee: 'decimalText',
};

/** Where a field of the same name means something else. */
const ofCalls: Readonly<Record<string, Kind>> = {
  // One that is not given is none to check.
  'updateBot.password': 'wordsOrNothing',
  'cancelSubscription.password': 'wordsOrNothing',
  'changeEmail.password': 'wordsOrNothing',
  // A rule says what is wrong with it, as the form would.
  'resetPassword.email': 'wordsOrNothing',
};

/** Lists, which an address may hold by naming the field again. */
export const repeatable: ReadonlySet<string> = new Set(['pairs', 'currencies', 'kind', 'also']);

export type Part = 'body' | 'query';

/** @throws {Error} nobody has said what is well formed for this field */
export function isWellFormed(value: unknown, at: { readonly call: string; readonly part: Part; readonly field: string }): boolean {
  const kind = ofCalls[`${at.call}.${at.field}`] ?? (at.part === 'body' ? inBody : inAddress)[at.field];
  if (kind === undefined) throw new Error(`what is well formed for ${at.field} in the ${at.part} of ${at.call}?`);
  return kinds[kind].some((one) => JSON.stringify(one) === JSON.stringify(value));
}
