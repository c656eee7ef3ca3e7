/** Who may import whom, of ours. Type imports count. Tests may import anything. */

const pure = ['market', 'strategy', 'bots', 'accounts', 'billing'] as const;
const libraries = [
  'runtime',
  'telemetry',
  'market',
  'strategy',
  'backtest',
  'bots',
  'accounts',
  'billing',
  'exchange',
  'exchange-ccxt',
  'exchange-virtual',
  'engine',
  'messages',
  'contract',
  'db',
  'mail',
  'paypal',
  'brand',
  'settings',
] as const;

const frontEnd = ['app-kit', 'bot-views', 'brand', 'contract', 'messages', 'ui', 'backtest', ...pure] as const;

export const importTable: Readonly<Record<string, readonly string[]>> = {
  market: [],
  accounts: [],
  brand: [],
  settings: [],
  runtime: [],
  telemetry: [],
  'page-build': [],
  strategy: ['market'],
  exchange: ['market'],
  bots: ['strategy', 'market'],
  billing: ['accounts', 'market'],
  'exchange-ccxt': ['exchange', 'market', 'runtime', 'telemetry'],
  backtest: ['strategy', 'market'],
  'exchange-virtual': ['exchange', 'market', 'runtime'],
  engine: ['bots', 'strategy', 'exchange', 'market', 'runtime', 'telemetry'],
  messages: [...pure, 'backtest', 'exchange'],
  contract: [...pure, 'backtest', 'brand', 'exchange', 'messages'],
  db: [...pure, 'backtest', 'brand', 'exchange', 'messages', 'runtime', 'settings', 'telemetry'],
  mail: ['accounts', 'brand', 'messages'],
  paypal: ['billing', 'runtime'],
  ui: ['accounts', 'brand', 'contract'],
  'app-kit': ['accounts', 'brand', 'contract', 'messages', 'ui'],
  'bot-views': ['app-kit', 'contract', 'market', 'messages', 'strategy', 'ui'],
  console: frontEnd,
  admin: frontEnd,
  operator: frontEnd,
  server: libraries,
  worker: libraries,
  venue: libraries,
  standalone: ['server', 'worker', 'venue', ...libraries],
  testkit: [...libraries, 'server', 'worker', 'venue'],
};

/** Parts that run without a machine: no file, no socket, no clock of Node's. */
export const pureParts: readonly string[] = [
  'market',
  'strategy',
  'backtest',
  'bots',
  'accounts',
  'billing',
  'messages',
  'contract',
  'engine',
  'exchange',
];

/**
 * Folders of a part that are surfaces: what serves one kind of caller. They do not import one another, and what several of
 * them share lies beside them and knows none of them; only files at the part's root join them.
 */
export const surfaces: Readonly<Record<string, readonly string[]>> = {
  server: ['user', 'organization', 'operator', 'public', 'webhooks'],
  contract: ['user', 'organization', 'operator', 'public', 'webhooks'],
};
