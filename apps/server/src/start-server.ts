import type { AddressInfo } from 'node:net';
import { pageOfBrand } from '@tenbin/brand';
import { loadBrands } from '@tenbin/brand/load';
import { type Database, SharedHalts, type Vault } from '@tenbin/db';
import { isLoopback } from '@tenbin/settings';
import { createAuditor } from './audit/auditor.ts';
import { createBacktestRunner } from './backtests/backtest-runner.ts';
import { startCourseResults } from './bot-courses/course-results.ts';
import { ensureCourses } from './bot-courses/ensure-courses.ts';
import { buildApp } from './build-app.ts';
import { createCandleService } from './candles/candle-service.ts';
import { startCandleUpkeep } from './candles/candle-upkeep.ts';
import { type Clock, systemClock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import type { ServerContext, Trial } from './context.ts';
import { type ConnectExchange, createExchangeAccess } from './exchange-access/exchange-access.ts';
import { offerExchanges } from './exchange-access/offered-exchanges.ts';
import { createOrderReader } from './exchange-access/reported-orders.ts';
import { watchConnections } from './idle-connections.ts';
import { createLimits } from './limits/limits.ts';
import { createBotOwners } from './live/bot-owners.ts';
import { openEventHub } from './live/event-hub.ts';
import { createOpenStreams } from './live/open-streams.ts';
import { createSignals } from './live/signals.ts';
import type { Log } from './log.ts';
import { openSessionDirectory } from './sessions/session-directory.ts';
import { ensureOrganizations } from './tenancy/ensure-organizations.ts';
import { createOrganizationDirectory } from './tenancy/organization-directory.ts';
import { createTenancy } from './tenancy/tenancy.ts';

/** What a server works with and does not own: whoever starts it closes these after it. */
export interface ServerDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectExchange: ConnectExchange;
  readonly log: Log;
  readonly clock?: Clock;
  /** Given in a trial. */
  readonly trial?: Trial | null;
}

export interface RunningServer {
  /** Where it listens: 'http://127.0.0.1:3000'. */
  readonly url: string;
  /** Ends event streams, lets calls under way finish, then returns. */
  close(): Promise<void>;
}

/**
 * Starts the HTTP server.
 *
 * @throws {BrandFileError} a brand is broken; {Error} the port is taken
 */
export async function startServer(
  config: ServerConfig,
  { database, vault, connectExchange, log, ...options }: ServerDeps,
): Promise<RunningServer> {
  const { clock = systemClock, trial = null } = options;
  const brands = await loadBrands(config.brandsDir);
  await ensureOrganizations(database, brands);
  if (trial) await ensureCourses(database);
  else await offerExchanges(database, config.exchanges);
  const organizations = createOrganizationDirectory(database);
  const sessions = await openSessionDirectory({ database, organizations, clock, log });
  const owners = createBotOwners();
  const hub = await openEventHub({ database, log, onNews: ({ botId }) => owners.forget(botId) });
  const halts = new SharedHalts(database, { from: config.callsFrom, log });
  await halts.open();
  const exchanges = createExchangeAccess((settings) => {
    const connector = connectExchange(settings);
    if (connector.halt) void halts.share(settings.baseUrl ?? settings.ccxtId, connector.halt);
    return connector;
  });
  const store = database.platform.candles;
  const candles = createCandleService({ store, exchanges, clock, log });
  const upkeep = startCandleUpkeep({ store, clock, log }, { mostMegabytes: config.candlesMegabytes, keptDays: config.candlesDays });
  const backtests = createBacktestRunner({ log });
  const streams = createOpenStreams();
  sessions.onEnded(streams.endOf);

  let url = '';
  const shown = { brands, usualBrand: config.brand };
  const deps: ServerContext = {
    database,
    vault,
    clock,
    log,
    organizations,
    tenancy: createTenancy({ ...shown, organizations, isTrial: trial !== null }),
    sessions,
    exchanges,
    candles,
    orderReader: createOrderReader(),
    backtests,
    limits: createLimits({ factor: config.limitFactor }),
    auditor: createAuditor({ database, clock, log }),
    owners,
    hub,
    signals: createSignals({ database, log }),
    streams,
    trial,
    urlOf: (brand, page) => pageOfBrand(brand, page, { ...shown, publicUrl: config.publicUrl ?? url, isTrial: trial !== null }),
  };
  const courseResults = startCourseResults(deps, { everyMs: config.coursesEveryMs });
  const app = await buildApp({
    ...config,
    deps,
    brands,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    isForThisMachine: trial !== null && config.publicUrl === null && isLoopback(config.host),
  });
  const closeConnections = watchConnections(app.server);
  app.addHook('preClose', async () => {
    streams.endAll();
    closeConnections();
  });

  await app.listen({ host: config.host, port: config.port });
  const { port } = app.server.address() as AddressInfo;
  url = `http://${hostInUrl(config.host)}:${port}`;
  log.info({ url }, 'server.listening');
  return {
    url,
    async close() {
      await app.close();
      await Promise.all([candles.close(), upkeep.close(), courseResults.close()]);
      await backtests.close();
      await Promise.all([hub.close(), sessions.close(), exchanges.close(), halts.close()]);
      log.info({}, 'server.closed');
    },
  };
}

/** An address to reach it at: one that means all addresses is none. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
