import { statSync } from 'node:fs';
import { canFollow, type Feed, followFeed, generatedFeed, replayFeed } from '@tenbin/exchange-virtual';
import type { Runtime } from '@tenbin/runtime';
import {
  checkTrialExposure,
  type Environment,
  type MetricsSettings,
  readHost,
  readMetricsSettings,
  SettingsReader,
} from '@tenbin/settings';

/** How the venue is started. Everything has a value that suits a trial. */
export interface VenueConfig {
  readonly host: string;
  readonly port: number;
  readonly feed: FeedChoice;
  /** Market time per real time; a followed exchange's market has its own. */
  readonly speed: number;
  /** Where the venue keeps its accounts, orders and trades. */
  readonly dataDir: string;
  readonly trial: boolean;
  /** Null: figures are not shown. */
  readonly metrics: MetricsSettings | null;
}

export type FeedChoice =
  | { readonly kind: 'generated'; readonly seed: number }
  | { readonly kind: 'replay'; readonly folder: string }
  | { readonly kind: 'follow'; readonly ccxtId: string };

/** Reads VENUE_PORT (0 picks a free one), VENUE_FEED, VENUE_SPEED, which is 120 for a generated market and else 1. */
export function readVenueSettings(reader: SettingsReader): Pick<VenueConfig, 'port' | 'feed' | 'speed'> {
  const port = reader.port('VENUE_PORT', 3001);
  const feed = reader.parsed<FeedChoice>('VENUE_FEED', {
    parse: parseFeed,
    fallback: { kind: 'generated', seed: 1 },
    expected: 'generated[:seed], replay:<folder that exists> or follow:<ccxt id>',
  });
  const fallback = feed.kind === 'generated' ? 120 : 1;
  const speed = reader.parsed('VENUE_SPEED', { parse: parseSpeed, fallback, expected: 'a number above 0, 100000 at most' });
  if (feed.kind === 'follow' && speed !== 1) reader.problem("VENUE_SPEED must be 1: a followed exchange's market has its own speed");
  return { port, feed, speed };
}

/**
 * Reads the environment of a venue that runs for itself: what `readVenueSettings` reads, HOST, DATA_DIR, TRIAL, TRIAL_IN_PUBLIC, METRICS_PORT, METRICS_HOST.
 *
 * @throws {SettingsError} naming every wrong variable
 */
export function readVenueConfig(environment: Environment): VenueConfig {
  const reader = new SettingsReader(environment);
  const config: VenueConfig = {
    ...readVenueSettings(reader),
    trial: reader.choice('TRIAL', ['0', '1'], '1') === '1',
    host: readHost(reader, '127.0.0.1'),
    dataDir: reader.ownFolder('DATA_DIR', './data'),
    metrics: readMetricsSettings(reader),
  };
  if (config.trial) checkTrialExposure(reader, config);
  reader.finish();
  return config;
}

/** The feed that was chosen. Trouble of a followed exchange is told to `onTrouble`. */
export function makeFeed(
  { feed, speed }: Pick<VenueConfig, 'feed' | 'speed'>,
  { runtime, onTrouble }: { readonly runtime: Runtime; readonly onTrouble: (error: unknown) => void },
): Feed {
  switch (feed.kind) {
    case 'generated':
      return generatedFeed({ seed: feed.seed, speed });
    case 'replay':
      return replayFeed({ source: feed.folder, speed });
    case 'follow':
      return followFeed({ runtime, ccxtId: feed.ccxtId, onTrouble });
    default:
      return feed satisfies never;
  }
}

function parseFeed(text: string): FeedChoice | null {
  const [kind, ...rest] = text.split(':');
  const argument = rest.join(':');
  if (kind === 'generated') {
    const seed = argument === '' ? 1 : whole(argument, 2 ** 32 - 1);
    return seed === null ? null : { kind, seed };
  }
  if (kind === 'replay' && statSync(argument, { throwIfNoEntry: false })?.isDirectory()) return { kind, folder: argument };
  if (kind === 'follow' && canFollow(argument)) return { kind, ccxtId: argument };
  return null;
}

function parseSpeed(text: string): number | null {
  const speed = Number(text);
  return speed > 0 && speed <= 100_000 ? speed : null;
}

function whole(text: string, most: number): number | null {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return value <= most ? value : null;
}
