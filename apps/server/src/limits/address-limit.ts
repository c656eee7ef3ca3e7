import { type AttemptLimit, type AttemptRule, createAttemptLimit } from './attempt-limit.ts';
import { siteOf } from './network-of.ts';

/** So many networks' worth has a site in all. */
const networksOfSite = 8;

/**
 * An {@link AttemptLimit} by the caller's network. Whoever is given IPv6 mostly gets a site of 65,536 networks, so those of
 * one site are counted together besides.
 */
export function createAddressLimit(settings: AttemptRule): AttemptLimit {
  const ofNetwork = createAttemptLimit(settings);
  const ofSite = createAttemptLimit({ ...settings, tries: settings.tries * networksOfSite });
  const counted = (network: string): readonly (readonly [AttemptLimit, string])[] => {
    const site = siteOf(network);
    return [[ofNetwork, network], ...(site === null ? [] : [[ofSite, site] as const])];
  };
  const waitOf = (network: string): number => Math.max(...counted(network).map(([limit, key]) => limit.waitOf(key)));
  return {
    take(network) {
      const seconds = waitOf(network);
      if (seconds === 0) for (const [limit, key] of counted(network)) limit.take(key);
      return seconds;
    },
    waitOf,
    giveBack(network) {
      for (const [limit, key] of counted(network)) limit.giveBack(key);
    },
    forget: ofNetwork.forget,
  };
}
