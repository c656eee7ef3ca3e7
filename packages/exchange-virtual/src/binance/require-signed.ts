import type { Signer } from '../accounts/account.ts';
import type { Rights } from '../exchange/fact.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import type { Parameters } from '../wire/parameters.ts';
import { BinanceError, keyRefused, missingParameter } from './binance-error.ts';
import { isSignedBy } from './signature.ts';

/** Clocks may run ahead of the venue's by this much. */
const mayBeAheadMs = 1_000;
const defaultWindowMs = 5_000;
const maxWindowMs = 60_000;

/** @throws {BinanceError} -2014, -2008 */
function requireKey(exchange: VirtualExchange, key: string | undefined): Signer {
  if (key === undefined || key === '') throw new BinanceError(-2014, 'API-key format invalid.', { status: 401 });
  if (!/^[A-Za-z0-9]{64}$/.test(key)) throw new BinanceError(-2014, 'API-key format invalid.', { status: 401 });
  const signer = exchange.findSigner(key);
  if (!signer) throw new BinanceError(-2008, 'Invalid Api-Key ID.', { status: 401 });
  return signer;
}

/**
 * Proves that a call was signed by its key's owner just now, and that the key may do it.
 *
 * @param payload - the text that was signed
 * @throws {BinanceError} -1102, -1021, -1131, -1022, -2008, -2014, -2015
 */
export function requireSigned(
  exchange: VirtualExchange,
  { key, payload, parameters, right }: { key: string | undefined; payload: string; parameters: Parameters; right: keyof Rights },
): Signer {
  const signer = requireKey(exchange, key);
  const timestamp = parameters.integer('timestamp');
  if (timestamp === undefined) throw missingParameter('timestamp');
  const signature = parameters.requireText('signature');
  const window = Number(parameters.decimal('recvWindow') ?? defaultWindowMs);
  if (window > maxWindowMs) throw new BinanceError(-1131, 'Parameter recvWindow must be less than or equal to 60000.');
  // Binance takes microseconds as well.
  const sentAt = timestamp > 1e14 ? timestamp / 1_000 : timestamp;
  const now = exchange.now();
  if (sentAt > now + mayBeAheadMs) {
    throw new BinanceError(-1021, "Timestamp for this request was 1000ms ahead of the server's time.");
  }
  if (now - sentAt > window) throw new BinanceError(-1021, 'Timestamp for this request is outside of the recvWindow.');
  if (!isSignedBy(signer.apiKey.secret, payload, signature)) throw new BinanceError(-1022, 'Signature for this request is not valid.');
  if (!signer.apiKey.rights[right]) throw keyRefused();
  return signer;
}
