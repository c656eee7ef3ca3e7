/** Who may import whom, of ours. Type imports count. Tests may import anything. */

const pure = ['market', 'strategy', 'bots', 'accounts'] as const;
const libraries = [
  'market',
  'strategy',
  'backtest',
  'bots',
  'accounts',
  'exchange',
  'exchange-ccxt',
  'exchange-virtual',
  'engine',
  'contract',
  'db',
  'mail',
  'brand',
  'settings',
] as const;

export const importTable: Readonly<Record<string, readonly string[]>> = {
  market: [],
  accounts: [],
  brand: [],
  settings: [],
  strategy: ['market'],
  exchange: ['market'],
  bots: ['strategy', 'market'],
  'exchange-ccxt': ['exchange', 'market'],
  backtest: ['strategy', 'market'],
  'exchange-virtual': ['exchange', 'market'],
  engine: ['bots', 'strategy', 'exchange', 'market'],
  contract: [],
  db: [...pure, 'backtest'],
  mail: ['accounts', 'market'],
  ui: ['brand', 'contract'],
  console: ['contract', 'ui', 'brand', 'market', 'strategy', 'backtest'],
  server: libraries,
  worker: libraries,
  venue: libraries,
  standalone: ['server', 'worker', 'venue', ...libraries],
  testkit: [...libraries, 'server', 'worker', 'venue'],
};

/** Parts that run without a machine: no file, no socket, no clock of Node's. */
export const pureParts: readonly string[] = ['market', 'strategy', 'backtest', 'bots', 'accounts', 'contract', 'engine', 'exchange'];
