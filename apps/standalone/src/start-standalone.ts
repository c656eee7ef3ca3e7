import { join } from 'node:path';
import { loadBrands } from '@tenbin/brand/load';
import { type Database, loadMasterKeys, openDatabase, openVault, sayAudit } from '@tenbin/db';
import { connectExchange } from '@tenbin/exchange-ccxt';
import { createSmtpSender, type MailSender } from '@tenbin/mail';
import { connectAside, startServer, withdrawVirtualExchange } from '@tenbin/server';
import { openExchange, startVenue, type Venue } from '@tenbin/venue';
import { startWorker } from '@tenbin/worker';
import type { Logger } from 'pino';
import type { StandaloneConfig } from './config.ts';
import { offerVirtualExchange } from './offer-virtual-exchange.ts';
import { retireTrialAccounts } from './trial/retire-trial-accounts.ts';
import { setUpTrial } from './trial/set-up-trial.ts';
import { type TrialAccount, TrialAccounts } from './trial/trial-accounts.ts';
import { trialVenueOf } from './trial/trial-venue.ts';

export interface Standalone {
  /** Where the console is. */
  readonly url: string;
  /** Null where nothing is being tried out. */
  readonly trial: {
    readonly venueUrl: string;
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
 * @throws when a port is taken, the data folder is in use, a brand is broken, or a master key cannot be read or is another than the database's
 */
export async function startStandalone(config: StandaloneConfig, log: Logger): Promise<Standalone> {
  const closing = new Closing();
  try {
    const masterKeys = await loadMasterKeys(config.masterKey, { makesFile: true });
    const database = await openDatabase(databaseOptions(config, log));
    closing.add(() => database.close());
    const vault = await openVault(database, masterKeys);
    const venue = config.isTrial ? await openVenue(config, log) : null;
    if (venue) closing.add(() => venue.close());
    else {
      await withdrawVirtualExchange(database);
      await retireTrialAccounts(trialAccountsFile(config), database);
    }

    const { localAddress } = config.server;
    const speed = venue?.exchange.feed.speed ?? 1;
    const trial = venue ? { timeScale: speed, venue: trialVenueOf(venue) } : null;
    const server = await startServer(config.server, { database, vault, connectExchange: connectAside(localAddress), log, trial });
    closing.add(() => server.close());
    if (venue) await offerVirtualExchange(database, { baseUrl: venue.url, timeScale: speed });

    const mailSender = openMailSender(config);
    if (mailSender) closing.add(async () => mailSender.close());
    const worker = await startWorker({
      db: database,
      openSeal: (sealed, identity) => vault.open(sealed, identity),
      connect: (settings) => connectExchange(settings, { localAddress }),
      log,
      callsFrom: config.server.callsFrom,
      mailSender,
      stopMails: {
        brands: await loadBrands(config.server.brandsDir),
        usualBrand: config.server.brand,
        publicUrl: config.server.publicUrl ?? server.url,
        isTrial: config.isTrial,
      },
    });
    closing.add(() => worker.close());

    const url = config.server.publicUrl ?? server.url;
    return { url, trial: venue ? await openTrial(config, { venue, database, serverUrl: server.url }) : null, close: () => closing.run() };
  } catch (error) {
    await closing.run();
    throw error;
  }
}

const trialAccountsFile = ({ dataDir }: StandaloneConfig): string => join(dataDir, 'trial-accounts.json');

async function openTrial(
  config: StandaloneConfig,
  { venue, database, serverUrl }: { venue: Venue; database: Database; serverUrl: string },
): Promise<Standalone['trial']> {
  const organizations = await database.platform.organizations.list();
  const usual = config.server.brand ?? 'tenbin';
  const slugs = organizations.map(({ slug }) => slug).sort((a, b) => Number(b === usual) - Number(a === usual));
  const accounts = await TrialAccounts.load(trialAccountsFile(config), slugs);
  const {
    markets,
    feed: { name: feed, speed },
  } = venue.exchange;
  await setUpTrial(serverUrl, accounts, { database, pairs: [...markets.keys()] });
  return { venueUrl: venue.url, speed, feed, accounts: accounts.all };
}

async function openVenue({ venue, dataDir }: StandaloneConfig, log: Logger): Promise<Venue> {
  const exchange = await openExchange({ ...venue, dataDir }, log);
  try {
    return await startVenue({
      exchange,
      port: venue.port,
      trial: true,
      onFault: (error) => log.error({ err: error }, 'venue.fault'),
    });
  } catch (error) {
    await exchange.close();
    throw error;
  }
}

const databaseOptions = ({ databaseUrl, dataDir }: StandaloneConfig, log: Logger) => ({
  ...(databaseUrl === null ? { dataDir: join(dataDir, 'database') } : { databaseUrl }),
  log,
  onAudit: sayAudit,
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
