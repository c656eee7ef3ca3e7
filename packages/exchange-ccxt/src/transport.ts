import { globalAgent } from 'node:http';
import type { CcxtExchange, Table } from './ccxt-exchange.ts';
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

/** Plain `ws://` addresses are refused by ccxt unless an agent for them is given. */
export const plainSocketAgent: Table = { httpAgent: globalAgent };

/**
 * @param first - any instance of the exchange; the others borrow its HTTP client
 * @param stallMs - how long an answer's body may stand still; ends what a deadline has given up
 */
export async function openTransport(first: CcxtExchange, stallMs: number): Promise<Transport> {
  await first.loadFetchImplementation();
  const { Agent, DecoratorHandler } = first.undiciModule as Undici;
  const agent = new Agent({ ...first.getDispatcherOptions(true), bodyTimeout: stallMs, headersTimeout: stallMs });
  const settings: Table = {
    ...plainSocketAgent,
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
