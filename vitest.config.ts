import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tools/test/longest-first.ts';

/** A slow bot beside the fast one, and a live one beside the backtest, over real days; downloads over a socket, a database. */
const long = [
  'packages/backtest/src/agreement.test.ts',
  'packages/engine/src/same-trades.test.ts',
  'tools/{candles,operator}/**/*.test.ts',
];

/** ccxt keeps the clock that it finds when it is loaded: whoever stops it needs a process of its own. */
const stoppedClock = ['packages/exchange-ccxt/src/conformance/pace.test.ts'];

const integration = {
  testTimeout: 180_000,
  expect: { poll: { timeout: 30_000 } },
  hookTimeout: 180_000,
  // A short life: what the engine would spend on compiling the embedded database well is never earned back.
  execArgv: ['--liftoff-only'],
  // More than there are cores: these tests wait more than they compute.
  maxWorkers: 5,
  sequence: { groupOrder: 1 },
};

/** `unit`: rules and small parts, run by every check. `integration`: databases, sockets, exchanges, servers. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // They share nothing that could be changed, so one process loads what they import once.
          isolate: false,
          testTimeout: 60_000,
          exclude: long,
          include: [
            'packages/{market,strategy,backtest,bots,accounts,contract,brand,settings,engine,exchange,ui}/src/**/*.test.{ts,tsx}',
            'apps/console/src/**/*.test.{ts,tsx}',
            'tools/**/*.test.ts',
            'tests/faults/{plan-round,venue-log,check-rebalance,check-rounding}.test.ts',
            'tests/golden-week/*.test.ts',
          ],
        },
      },
      {
        test: {
          ...integration,
          name: 'integration',
          // What they share is made for many at once; loading it anew for each file takes longer than many of them.
          isolate: false,
          include: [
            ...long,
            'packages/{db,mail,exchange-ccxt,exchange-virtual,testkit}/src/**/*.test.ts',
            'apps/{server,worker,venue,standalone}/src/**/*.test.ts',
            'tests/{faults/faults,attack/attack}.test.ts',
          ],
          exclude: stoppedClock,
          globalSetup: ['packages/testkit/src/databases/shared-postgres.ts'],
        },
      },
      {
        test: {
          ...integration,
          name: 'integration-stopped-clock',
          include: stoppedClock,
        },
      },
    ],
  },
});
