import type { Runtime } from '@tenbin/runtime';
import type { Caller } from './caller.ts';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { Quirks } from './quirks/quirks.ts';

/** With what an account's trades are asked for. */
export interface FillsParts {
  readonly runtime: Pick<Runtime, 'now'>;
  readonly exchange: CcxtExchange;
  readonly caller: Caller;
  readonly quirks: Quirks;
}
