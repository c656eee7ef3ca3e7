import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/test/longest-first.ts';

/** A slow bot beside the fast one, and a live one beside the backtest, over real days; downloads over a socket, a database. */
const long = [
  'packages/backtest/src/agreement.test.ts',
  'packages/engine/src/runner/{same-trades,virtual-day,market-making-day}.test.ts',
  'tools/{audit,candles,operator}/**/*.test.ts',
];

/** They move the timers of their process by hand, where nothing else may run. */
const handMade = 'packages/exchange-ccxt/src/{address-limits,caller,connection-gate,leaky-lane,market-renewal,polled-events}.test.ts';

/** They only compute. Left to itself the runner keeps one core free. */
const unit = { testTimeout: 600_000, expect: { poll: { timeout: 120_000 } }, maxWorkers: '100%' };

/** Patience is for a machine that is busy with something else: what is there is found at once. */
const integration = {
  testTimeout: 900_000,
  expect: { poll: { timeout: 300_000 } },
  hookTimeout: 900_000,
  // A short life: what the engine would spend on compiling the embedded database well is never earned back.
  execArgv: ['--liftoff-only'],
  // More than there are cores: these tests wait more than they compute.
  maxWorkers: 6,
  sequence: { groupOrder: 1 },
};

/** `unit`: rules and small parts, run by every check. `integration`: databases, sockets, exchanges, servers. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...unit,
          name: 'unit',
          // They share nothing that could be changed, so one process loads what they import once.
          isolate: false,
          exclude: long,
          include: [
            'packages/{market,strategy,backtest,bots,accounts,billing,messages,contract,brand,settings,engine,exchange,runtime,telemetry}/src/**/*.test.ts',
            'packages/{ui,app-kit,bot-views}/src/**/*.test.ts',
            'apps/{console,admin,operator}/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'tests/faults/{plan-round,venue-log,check-mails,check-rebalance,check-rounding,check-desk,check-jobs,check-paperwork}.test.ts',
            'tests/golden-week/*.test.ts',
            handMade,
          ],
        },
      },
      {
        // The pages, in a browser made of text.
        test: {
          ...unit,
          name: 'unit-pages',
          environment: 'jsdom',
          setupFiles: ['packages/app-kit/src/testing/browser.ts'],
          include: ['packages/{ui,app-kit,bot-views}/src/**/*.test.tsx', 'apps/{console,admin,operator}/src/**/*.test.tsx'],
        },
      },
      {
        test: {
          ...integration,
          name: 'integration',
          // What they share is made for many at once; loading it anew for each file takes longer than many of them.
          isolate: false,
          exclude: [handMade],
          include: [
            ...long,
            'packages/{db,mail,paypal,exchange-ccxt,exchange-virtual,testkit}/src/**/*.test.ts',
            'apps/{server,worker,venue,standalone}/src/**/*.test.ts',
            'tests/{faults/faults,attack/attack,paypal/*,strategies/*}.test.ts',
          ],
          globalSetup: ['packages/testkit/src/databases/shared-postgres.ts'],
        },
      },
    ],
  },
});
