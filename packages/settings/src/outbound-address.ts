import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isLoopback } from './loopback.ts';
import type { SettingsReader } from './settings-reader.ts';

/** From where exchanges are called. */
export interface OutboundAddress {
  /** Processes with the same name share what an exchange grants an address; null: all share one. */
  readonly callsFrom: string | null;
  /** This machine's own address from which calls leave; null: whichever the system takes. */
  readonly localAddress: string | null;
}

/** Reads OUTBOUND_ADDRESS: one of this machine's addresses, from which calls then leave, or any name. */
export function readOutboundAddress(reader: SettingsReader): OutboundAddress {
  const callsFrom = reader.text('OUTBOUND_ADDRESS');
  if (callsFrom === null || isIP(callsFrom) === 0) return { callsFrom, localAddress: null };
  if (!isOwn(callsFrom))
    reader.problem(
      `OUTBOUND_ADDRESS is an address that this machine does not have: ${callsFrom}. Where addresses are translated on the way, take the inner one, or a name`,
    );
  return { callsFrom, localAddress: callsFrom };
}

const isOwn = (address: string): boolean =>
  isLoopback(address) ||
  Object.values(networkInterfaces()).some((addresses) => addresses?.some((one) => one.address.toLowerCase() === address.toLowerCase()));
