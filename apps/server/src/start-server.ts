import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { pageOfBrand } from '@tenbin/brand';
import { loadBrands } from '@tenbin/brand/load';
import { type Database, reportProcess, SharedHalts, type Vault } from '@tenbin/db';
import { paypalPlaces } from '@tenbin/paypal';
import { isLoopback } from '@tenbin/settings';
import { type Log, type Metrics, noMetrics } from '@tenbin/telemetry';
import type { FastifyInstance } from 'fastify';
import { createAuditor } from './audit/auditor.ts';
import { createBacktestRunner } from './backtests/backtest-runner.ts';
import { courseTimes, createCourseResults } from './bot-courses/course-results.ts';
import { ensureCourses } from './bot-courses/default-courses.ts';
import { buildApp } from './build-app.ts';
import { createCandleService } from './candles/candle-service.ts';
import { clearCandles, clearTimes } from './candles/clear-candles.ts';
import type { Clock } from './clock.ts';
import type { ServerConfig } from './config.ts';
import type { ServerContext, Trial } from './context.ts';
import { type ConnectExchange, createExchangeAccess } from './exchange-access/exchange-access.ts';
import { offerExchanges } from './exchange-access/offered-exchanges.ts';
import { createRemembering } from './exchange-access/remembering.ts';
import { createOrderReader } from './exchange-access/reported-orders.ts';
import { createLimits } from './limits/limits.ts';
import { createBotOwners } from './live/bot-owners.ts';
import { openEventHub } from './live/event-hub.ts';
import { createOpenStreams } from './live/open-streams.ts';
import { createSignals } from './live/signals.ts';
import { bulkActTimes, workOnBulkActs } from './organization/users/bulk-acts.ts';
import { paymentReviewTimes, paymentTimes, reviewPayments, workOnPayments } from './payments/payment-jobs.ts';
import { createPaypalAccess, type PaypalSettings } from './payments/paypal-access.ts';
import { sendResetLinks } from './public/send-reset-links.ts';
import { openSessionDirectory } from './sessions/session-directory.ts';
import { listenersOf, type OwnSurface } from './surfaces.ts';
import { ensureOrganizations } from './tenancy/ensure-organizations.ts';
import { createOrganizationDirectory } from './tenancy/organization-directory.ts';
import { createTenancy } from './tenancy/tenancy.ts';
import { watchConnections } from './watch-connections.ts';

const realPaypal: PaypalSettings = { places: paypalPlaces, fetch: (input, init) => fetch(input, init) };

/** However many operators look on, the platform's health is read so often at most. */
const healthForMs = 2_000;

/** What a server works with and does not own: whoever starts it closes these after it. */
export interface ServerDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectExchange: ConnectExchange;
  readonly log: Log;
  readonly metrics?: Metrics | undefined;
  readonly clock: Clock;
  /** PayPal itself unless given. */
  readonly paypal?: PaypalSettings | undefined;
  /** Given in a trial. */
  readonly trial?: Trial | null;
}

export interface RunningServer {
  /** Where it listens: 'http://127.0.0.1:3000'. */
  readonly url: string;
  /** The same for each surface, which may have a port of its own. */
  readonly urls: Readonly<Record<OwnSurface, string>>;
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
  { database, vault, connectExchange, log, metrics = noMetrics, clock, paypal = realPaypal, trial = null }: ServerDeps,
): Promise<RunningServer> {
  const brands = await loadBrands(config.brandsDir);
  await ensureOrganizations(database, { brands, isTrial: trial !== null });
  const shown = { brands, defaultBrand: config.brand };
  if (trial) await ensureCourses(database, shown);
  else await offerExchanges(database, config.exchanges);
  const organizations = createOrganizationDirectory(database, clock);
  const sessions = await openSessionDirectory({ database, organizations, clock, log });
  const owners = createBotOwners();
  const hub = await openEventHub({ database, clock, log });
  const halts = new SharedHalts(database, { clock, from: config.callsFrom, log });
  await halts.open();
  const connect: ConnectExchange = (settings) => {
    const connector = connectExchange(settings);
    if (connector.halt) void halts.share(settings.baseUrl ?? settings.ccxtId, connector.halt);
    return connector;
  };
  const exchanges = createExchangeAccess({ connect, clock });
  const store = database.platform.candles;
  const candles = createCandleService({ store, exchanges, clock, log });
  const backtests = createBacktestRunner({ clock, log });
  const streams = createOpenStreams();
  sessions.onEnded(streams.endOf);

  let url = '';
  const deps: ServerContext = {
    database,
    vault,
    clock,
    log,
    metrics,
    organizations,
    tenancy: createTenancy({ ...shown, organizations, isTrial: trial !== null }),
    sessions,
    exchanges,
    candles,
    orderReader: createOrderReader({ clock }),
    health: createRemembering({ clock, forMs: healthForMs }),
    backtests,
    limits: createLimits({ clock, factor: config.limitFactor }),
    partners: config.partners,
    paypal: createPaypalAccess({ ...paypal, vault, clock, publicUrl: () => config.publicUrl ?? url }),
    auditor: createAuditor({ database, clock, log }),
    owners,
    hub,
    signals: createSignals({ database, log }),
    streams,
    trial,
    urlOf: (brand, page) => pageOfBrand(brand, page, { ...shown, publicUrl: config.publicUrl ?? url, isTrial: trial !== null }),
  };
  const settings = {
    ...config,
    deps,
    brands,
    isSecure: config.publicUrl?.startsWith('https:') ?? false,
    isForThisMachine: trial !== null && config.publicUrl === null && isLoopback(config.host),
  };
  const apps: FastifyInstance[] = [];
  const closeApps = () => Promise.all(apps.map((app) => app.close()));
  const urls: Partial<Record<OwnSurface, string>> = {};
  try {
    for (const { surfaces, port } of listenersOf(config)) {
      const app = await buildApp({ ...settings, surfaces });
      apps.push(app);
      const closeConnections = watchConnections(app.server, { clock });
      app.addHook('preClose', async () => {
        streams.endAll();
        closeConnections();
      });
      await app.listen({ host: config.host, port });
      const at = `http://${hostInUrl(config.host)}:${(app.server.address() as AddressInfo).port}`;
      url ||= at;
      for (const surface of surfaces) urls[surface] = at;
      log.info({ url: at, surfaces: surfaces.join() }, 'server.started');
    }
  } catch (error) {
    await closeApps();
    throw error;
  }
  const name = `${hostname()}:${new URL(url).port}`;
  const stopReporting = await reportProcess({ database, metrics, clock, log, kind: 'server', name });
  const stopJobs = [await sendResetLinks(deps), ...(config.runsJobs ? await startJobs(deps, config) : [])];
  return {
    url,
    urls: urls as Required<typeof urls>,
    async close() {
      await stopReporting();
      await closeApps();
      await Promise.all([candles.close(), ...stopJobs.map((stop) => stop())]);
      await backtests.close();
      await Promise.all([hub.close(), sessions.close(), exchanges.close(), halts.close()]);
      log.info({}, 'server.stopped');
    },
  };
}

/** Done by one of all servers. @returns each ends one of them */
async function startJobs(deps: ServerContext, { candlesMegabytes, candlesDays }: ServerConfig): Promise<(() => Promise<void>)[]> {
  const { database, clock, log } = deps;
  const { renew } = createCourseResults(deps);
  const store = database.platform.candles;
  const clear = (signal: AbortSignal) =>
    clearCandles({ store, clock, log }, { maxMegabytes: candlesMegabytes, keptDays: candlesDays }, signal);
  return [
    await database.jobs.repeat('courses', courseTimes, renew),
    await database.jobs.repeat('candles', clearTimes, clear),
    await database.jobs.repeat('payments', paymentTimes, (signal) => workOnPayments(deps, signal)),
    await database.jobs.repeat('bulkActs', bulkActTimes, (signal) => workOnBulkActs(deps, signal)),
    await database.jobs.repeat('paymentReview', paymentReviewTimes, (signal) => reviewPayments(deps, signal)),
  ];
}

/** An address to reach it at: one that means all addresses is none. */
function hostInUrl(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}
