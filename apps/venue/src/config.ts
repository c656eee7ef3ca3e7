import { type Feed, followFeed, generatedFeed, replayFeed } from '@tenbin/exchange-virtual';

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
}

export type FeedChoice =
  | { readonly kind: 'generated'; readonly seed: number }
  | { readonly kind: 'replay'; readonly folder: string }
  | { readonly kind: 'follow'; readonly ccxtId: string };

/** Every variable that is wrong, one line each. */
export class VenueConfigError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(`the venue's settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'VenueConfigError';
    this.problems = problems;
  }
}

/**
 * Reads VENUE_PORT (3001; 0 picks a free one), HOST (127.0.0.1), VENUE_FEED (`generated[:seed]`, `replay:<folder>`,
 * `follow:<ccxt id>`), VENUE_SPEED (120 for a generated market, 1 for a replay), DATA_DIR (./data), TRIAL (1).
 *
 * @throws {VenueConfigError} naming all wrong variables at once
 */
export function readVenueConfig(environment: Readonly<Record<string, string | undefined>>): VenueConfig {
  const problems: string[] = [];
  const read = <Value>(name: string, usual: string, parse: (text: string) => Value | null, expected: string): Value | null => {
    const text = environment[name] || usual;
    const value = parse(text);
    if (value === null) problems.push(`${name}=${text}: expected ${expected}`);
    return value;
  };
  const port = read('VENUE_PORT', '3001', (text) => whole(text, 65_535), 'a port, 0 to 65535');
  const feed = read('VENUE_FEED', 'generated', parseFeed, 'generated[:seed], replay:<folder> or follow:<ccxt id>');
  const speed = read('VENUE_SPEED', feed?.kind === 'generated' ? '120' : '1', parseSpeed, 'a number above 0, 100000 at most');
  const trial = read('TRIAL', '1', (text) => (text === '1' ? true : text === '0' ? false : null), '0 or 1');
  const host = read('HOST', '127.0.0.1', (text) => (/^[\w.:-]+$/.test(text) ? text : null), 'a host name or address');
  if (feed?.kind === 'follow' && environment.VENUE_SPEED && speed !== 1) {
    problems.push(`VENUE_SPEED=${environment.VENUE_SPEED}: a followed exchange's market goes at speed 1`);
  }
  if (problems.length > 0 || port === null || feed === null || speed === null || trial === null || host === null) {
    throw new VenueConfigError(problems);
  }
  return { host, port, feed, speed, trial, dataDir: environment.DATA_DIR || './data' };
}

/** The feed that was chosen. Trouble of a followed exchange is told to `onTrouble`. */
export function makeFeed({ feed, speed }: Pick<VenueConfig, 'feed' | 'speed'>, onTrouble: (error: unknown) => void): Feed {
  switch (feed.kind) {
    case 'generated':
      return generatedFeed({ seed: feed.seed, speed });
    case 'replay':
      return replayFeed({ source: feed.folder, speed });
    case 'follow':
      return followFeed({ ccxtId: feed.ccxtId, onTrouble });
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
  if (kind === 'replay' && argument !== '') return { kind, folder: argument };
  if (kind === 'follow' && /^[a-z0-9]+$/.test(argument)) return { kind, ccxtId: argument };
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
