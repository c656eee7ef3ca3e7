import { isIPv4, isIPv6 } from 'node:net';

/**
 * What counts as one caller for limits: an IPv4 address, or the 64 bits of an IPv6 address that name a network, since
 * whoever has one address of it has them all. The same network is the same text, however the address is written.
 */
export function networkOf(address: string): string {
  const [bare = ''] = withoutPort(address).split('%');
  if (isIPv4(bare)) return bare;
  // What a proxy passes on without being an address is one caller, however it changes.
  if (!isIPv6(bare)) return 'unknown';
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail] = bare.split('::');
  const before = groupsOf(head);
  // An IPv4 address at the end stands for two groups.
  const after = groupsOf(tail ?? '').flatMap((group) => (group.includes('.') ? [group, group] : [group]));
  const gap = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  const groups = [...before, ...Array<string>(gap).fill('0'), ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Some proxies add the port that a caller came from, another one for each connection. */
const withoutPort = (address: string): string =>
  /^\[([^\]]{0,50})\](?::\d+)?$|^([\d.]{7,15}):\d+$/.exec(address)?.slice(1).find(Boolean) ?? address;

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/** The 48 bits of an IPv6 network that mostly belong to one customer; null for an IPv4 address. */
export const siteOf = (network: string): string | null => /^((?:[\da-f]{1,4}:){3})[\da-f]{1,4}::\/64$/.exec(network)?.[1] ?? null;
