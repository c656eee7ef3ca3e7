import type { Capabilities } from '@tenbin/exchange';
import type { CcxtExchange } from './ccxt-exchange.ts';
import type { Quirks } from './quirks/quirks.ts';

/** What this package can do on an exchange: of what ccxt can, only the streams that were tried. */
export function capabilitiesOf(
  { has }: Pick<CcxtExchange, 'has'>,
  { clientOrderId, postOnly, streams, passphrase, fetchKeyRights }: Quirks,
  { privateStream = true }: { readonly privateStream?: boolean } = {},
): Capabilities {
  return {
    clientOrderId,
    privateStream: streams === true && has.watchOrders === true && has.watchMyTrades === true && privateStream,
    publicStream: streams === true && has.watchBidsAsks === true && has.watchTradesForSymbols === true,
    passphrase,
    keyRights: fetchKeyRights !== undefined,
    postOnly,
  };
}
