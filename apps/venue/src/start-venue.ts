import {
  type AccountKey,
  type DialectOptions,
  type FaultKit,
  type NewAccount,
  type OkxDialectOptions,
  type OtherRequest,
  type ServedExchange,
  serveExchange,
  type VirtualExchange,
} from '@tenbin/exchange-virtual';
import { isLoopback } from '@tenbin/settings';
import { handleTrialRequest } from './trial.ts';

export interface VenueOptions extends DialectOptions, OkxDialectOptions {
  /** Open already; {@link Venue.close} closes it. */
  readonly exchange: VirtualExchange;
  readonly host?: string;
  /** 0 picks a free one. */
  readonly port?: number;
  /** True: anybody who reaches it may make accounts and look inside. */
  readonly trial?: boolean;
}

export interface Venue {
  /** `http://host:port`: what a client takes for the exchange's address. */
  readonly url: string;
  readonly exchange: VirtualExchange;
  /** What goes wrong on purpose. */
  readonly faults: FaultKit;
  createAccount(account: NewAccount): AccountKey;
  close(): Promise<void>;
}

/**
 * Puts a virtual exchange on the network, in the words of Binance Spot and of OKX v5.
 *
 * @throws when the port cannot be had
 */
export async function startVenue({ exchange, trial = false, ...serving }: VenueOptions): Promise<Venue> {
  const isForThisMachine = isLoopback(serving.host ?? '');
  const other: OtherRequest = (request) => {
    // Another name than this machine's is of a page elsewhere, whose own name was made to lead here.
    if (!trial || (isForThisMachine && !isLoopback(hostOf(String(request.headers.host ?? ''))))) return null;
    return handleTrialRequest({ exchange, faults: served.faults }, request);
  };
  const served: ServedExchange = await serveExchange(exchange, { ...serving, other });
  return {
    url: served.url,
    exchange,
    faults: served.faults,
    createAccount: (account) => exchange.createAccount(account),
    close: async () => {
      await served.close();
      await exchange.close();
    },
  };
}

/** Without the port. */
const hostOf = (given = ''): string => /^(?:\[[^\]]{0,50}\]|[^:]{0,255})/.exec(given)?.[0] ?? '';
