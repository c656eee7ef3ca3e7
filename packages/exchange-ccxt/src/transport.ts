import { Agent, globalAgent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';
import { isIP } from 'node:net';
import type { CcxtExchange, Table } from './ccxt-exchange.ts';
import { asRaw } from './raw-fields.ts';
import { type HandlerClass, refuseLate } from './refuse-late.ts';

interface Dispatcher {
  close(): Promise<void>;
  compose(interceptor: ReturnType<typeof refuseLate>): unknown;
}

interface Undici {
  readonly Agent: new (options: Table) => Dispatcher;
  readonly DecoratorHandler: HandlerClass;
}

/** One pool of connections for all instances of a connector; by itself each instance of ccxt opens its own. */
export interface Transport {
  /** What every further instance is constructed with. */
  readonly settings: Table;
  close(): Promise<void>;
}

/**
 * What opens sockets. Plain `ws://` addresses are refused by ccxt unless an agent for them is given.
 *
 * @param localAddress - null: whichever the system takes
 */
export function socketAgents(localAddress: string | null): Table {
  if (localAddress === null) return { httpAgent: globalAgent };
  const from = leavingFrom(localAddress);
  return { httpAgent: new Agent(from), agent: new TlsAgent(from) };
}

const leavingFrom = (localAddress: string) => ({ localAddress, family: isIP(localAddress) });

interface TransportOptions {
  /** How long an answer's body may stand still; ends what a deadline has given up. */
  readonly stallMs: number;
  readonly localAddress: string | null;
  readonly socketAgents: Table;
}

/** @param first - any instance of the exchange; the others borrow its HTTP client */
export async function openTransport(first: CcxtExchange, { stallMs, localAddress, socketAgents }: TransportOptions): Promise<Transport> {
  await first.loadFetchImplementation();
  const { Agent: Pool, DecoratorHandler } = first.undiciModule as Undici;
  const options = first.getDispatcherOptions(true);
  const from = localAddress === null ? {} : { localAddress, connect: { ...asRaw(options.connect), ...leavingFrom(localAddress) } };
  const agent = new Pool({ ...options, ...from, bodyTimeout: stallMs, headersTimeout: stallMs });
  const settings: Table = {
    ...socketAgents,
    undiciModule: first.undiciModule,
    zlibModule: first.zlibModule,
    fetchImplementation: first.fetchImplementation,
    fetchImplementationLoading: Promise.resolve(),
    fetchIsNative: true,
    AbortError: first.AbortError,
    FetchError: first.FetchError,
    fetchDispatcher: agent.compose(refuseLate(DecoratorHandler)),
    proxiesModulesLoading: Promise.resolve(),
  };
  return { settings, close: () => agent.close() };
}
