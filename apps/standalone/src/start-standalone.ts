import { join } from 'node:path';
import { loadBrands } from '@tenbin/brand/load';
import { type Database, loadMasterKeys, openDatabase, openVault, sayAudit, type Vault } from '@tenbin/db';
import { CcxtExchanges } from '@tenbin/exchange-ccxt';
import { createSmtpSender, type MailSender } from '@tenbin/mail';
import { type Runtime, systemRuntime } from '@tenbin/runtime';
import { connectAside, type RunningServer, startServer, withdrawVirtualExchange } from '@tenbin/server';
import type { Log } from '@tenbin/telemetry';
import { openMetrics } from '@tenbin/telemetry/process';
import { openExchange, startVenue, type Venue } from '@tenbin/venue';
import { startWorker } from '@tenbin/worker';
import type { StandaloneConfig } from './config.ts';
import { offerVirtualExchange } from './offer-virtual-exchange.ts';
import { openPayments, type TrialPayments } from './trial/payments.ts';
import { retireTrialAccounts } from './trial/retire-trial-accounts.ts';
import { sellPlans } from './trial/sell-plans.ts';
import { setUpTrial } from './trial/set-up-trial.ts';
import { type TrialAccount, TrialAccounts } from './trial/trial-accounts.ts';
import { trialVenueOf } from './trial/trial-venue.ts';

export interface Standalone {
  /** Where the console is. */
  readonly url: string;
  /** Where each surface is answered. */
  readonly urls: RunningServer['urls'];
  /** Null where nothing is being tried out. */
  readonly trial: {
    readonly venueUrl: string;
    /** Of the payment provider's stand-in. */
    readonly paymentsUrl: string;
    readonly speed: number;
    readonly feed: string;
    readonly accounts: readonly TrialAccount[];
  } | null;
  close(): Promise<void>;
}

/**
 * Starts everything in this process: the database, the virtual exchange of a trial, the server, the worker.
 * What was started is closed again when a later part fails.
 *
 * @param options - `saysAudit`: whether entries of the audit log go to standard output beside the database
 * @throws when a port is taken, the data folder is in use, a brand is broken, or a master key cannot be read or is another than the database's
 */
export async function startStandalone(
  config: StandaloneConfig,
  log: Log,
  { saysAudit = true }: { readonly saysAudit?: boolean } = {},
): Promise<Standalone> {
  const closing = new Closing();
  const runtime = systemRuntime();
  try {
    const shown = await openMetrics(config.metrics, log);
    closing.add(() => shown.close());
    const { metrics } = shown;
    const exchanges = new CcxtExchanges(runtime, null, metrics);
    const masterKeys = await loadMasterKeys(config.masterKey, { makesFile: true });
    const database = await openDatabase({ runtime, ...databaseOptions(config, log), metrics, onAudit: saysAudit ? sayAudit : undefined });
    closing.add(() => database.close());
    const vault = await openVault(database, masterKeys);
    const venue = config.isTrial ? await openVenue(config, { runtime, log }) : null;
    if (venue) closing.add(() => venue.close());
    else {
      await withdrawVirtualExchange(database);
      await retireTrialAccounts(trialAccountsFile(config), { database, clock: runtime });
    }

    const payments = venue ? await openPayments(config, { runtime, log }) : null;
    if (payments) closing.add(() => payments.close());

    const { localAddress } = config.server;
    const speed = venue?.exchange.feed.speed ?? 1;
    const trial = venue ? { timeScale: speed, venue: trialVenueOf(venue) } : null;
    const server = await startServer(config.server, {
      database,
      vault,
      clock: runtime,
      connectExchange: connectAside(exchanges, localAddress),
      log,
      metrics,
      paypal: payments?.settings,
      trial,
    });
    closing.add(() => server.close());
    if (venue) await offerVirtualExchange(database, { baseUrl: venue.url, timeScale: speed });

    const mailSender = openMailSender(config);
    if (mailSender) closing.add(async () => mailSender.close());
    const broadcastSender = openMailSender(config);
    if (broadcastSender) closing.add(async () => broadcastSender.close());
    const worker = await startWorker({
      db: database,
      clock: runtime,
      openSeal: (sealed, identity) => vault.open(sealed, identity),
      connect: (settings) => exchanges.connect(settings, { localAddress }),
      log,
      metrics,
      callsFrom: config.server.callsFrom,
      auditMegabytes: config.server.auditMegabytes,
      mailSender,
      broadcasts: broadcastSender && { sender: broadcastSender, perSecond: config.smtp?.broadcastRate ?? 1 },
      stopMails: {
        brands: await loadBrands(config.server.brandsDir),
        defaultBrand: config.server.brand,
        publicUrl: config.server.publicUrl ?? server.url,
        isTrial: config.isTrial,
        seal: vault.seal,
      },
    });
    closing.add(() => worker.close());

    const url = config.server.publicUrl ?? server.url;
    return {
      url,
      urls: server.urls,
      trial:
        venue && payments ? await openTrial(config, { venue, payments, database, vault, clock: runtime, serverUrl: server.url }) : null,
      close: () => closing.run(),
    };
  } catch (error) {
    await closing.run();
    throw error;
  }
}

const trialAccountsFile = ({ dataDir }: StandaloneConfig): string => join(dataDir, 'trial-accounts.json');

interface OpeningTrial {
  readonly venue: Venue;
  readonly payments: TrialPayments;
  readonly database: Database;
  readonly vault: Vault;
  readonly clock: Pick<Runtime, 'now'>;
  readonly serverUrl: string;
}

async function openTrial(
  config: StandaloneConfig,
  { venue, payments, database, vault, clock, serverUrl }: OpeningTrial,
): Promise<Standalone['trial']> {
  const organizations = await database.platform.organizations.list();
  const usual = config.server.brand ?? 'tenbin';
  const slugs = organizations.map(({ slug }) => slug).sort((a, b) => Number(b === usual) - Number(a === usual));
  const accounts = await TrialAccounts.load(trialAccountsFile(config), slugs);
  const {
    markets,
    feed: { name: feed, speed },
  } = venue.exchange;
  await sellPlans({ payments, database, vault, clock, brands: await loadBrands(config.server.brandsDir) });
  await setUpTrial(serverUrl, accounts, { database, clock, pairs: [...markets.keys()] });
  return { venueUrl: venue.url, paymentsUrl: payments.url, speed, feed, accounts: accounts.all };
}

async function openVenue({ venue, dataDir }: StandaloneConfig, { runtime, log }: { runtime: Runtime; log: Log }): Promise<Venue> {
  const exchange = await openExchange({ ...venue, dataDir }, { runtime, log });
  try {
    return await startVenue({
      exchange,
      port: venue.port,
      trial: true,
      onFault: (error) => log.error({ err: error }, 'venue.failed'),
    });
  } catch (error) {
    await exchange.close();
    throw error;
  }
}

const databaseOptions = ({ databaseUrl, dataDir }: StandaloneConfig, log: Log) => ({
  ...(databaseUrl === null ? { dataDir: join(dataDir, 'database') } : { databaseUrl }),
  log,
});

function openMailSender({ smtp }: StandaloneConfig): MailSender | undefined {
  return smtp ? createSmtpSender(smtp.url, smtp) : undefined;
}

/** Closes in the opposite order of opening. One that fails does not keep the others open. */
class Closing {
  readonly #steps: (() => Promise<void>)[] = [];

  add(step: () => Promise<void>): void {
    this.#steps.push(step);
  }

  /** @throws AggregateError of what could not be closed, after everything else was */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const step of this.#steps.splice(0).reverse()) await step().catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, 'not everything could be closed');
  }
}
