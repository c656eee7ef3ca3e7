import { isIP } from 'node:net';

/** Whether a host name or address means this machine alone; so do a path, which is a socket file, and nothing at all. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '').toLowerCase();
  if (name === '' || name.startsWith('/') || name === 'localhost' || name.endsWith('.localhost')) return true;
  return isIP(name) === 4 ? name.startsWith('127.') : name === '::1';
}
