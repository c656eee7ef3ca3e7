import type { Signer } from '../accounts/account.ts';
import type { VirtualExchange } from '../exchange/virtual-exchange.ts';
import { isSameText } from '../wire/same-text.ts';
import { OkxError } from './okx-error.ts';
import { isSignedBy } from './signature.ts';

/** What somebody shows to prove who they are. */
export interface Proof {
  readonly key: string;
  readonly passphrase: string;
  /** Epoch milliseconds; NaN when it is no time. */
  readonly sentAt: number;
  readonly payload: string;
  readonly signature: string;
}

/** Requests and logins have codes of their own for the same refusals. */
export interface ProofRefusals {
  readonly timestamp: () => OkxError;
  readonly expired: () => OkxError;
  readonly key: () => OkxError;
  readonly signature: () => OkxError;
  readonly passphrase: () => OkxError;
}

const maxWayMs = 30_000;
const refused = (code: string, message: string) => () => new OkxError(code, message, 401);

export const requestRefusals: ProofRefusals = {
  timestamp: refused('50112', 'Invalid OK-ACCESS-TIMESTAMP'),
  expired: refused('50102', 'Timestamp request expired'),
  key: refused('50111', 'Invalid OK-ACCESS-KEY'),
  signature: refused('50113', 'Invalid Sign'),
  passphrase: refused('50105', 'Request header OK-ACCESS-PASSPHRASE incorrect.'),
};

export const loginRefusals: ProofRefusals = {
  timestamp: refused('60004', 'Invalid timestamp'),
  expired: refused('60006', 'Timestamp request expired'),
  key: refused('60005', 'Invalid apiKey'),
  signature: refused('60007', 'Invalid sign'),
  passphrase: refused('60024', 'Wrong passphrase'),
};

/**
 * Proves that key, secret and passphrase belong together, and that they were used just now. A key that was made
 * without a passphrase cannot be reached in this dialect.
 *
 * @throws {OkxError} one of the refusals
 */
export function requireProof(exchange: VirtualExchange, proof: Proof, refusals: ProofRefusals): Signer {
  if (!Number.isFinite(proof.sentAt)) throw refusals.timestamp();
  if (Math.abs(exchange.now() - proof.sentAt) > maxWayMs) throw refusals.expired();
  const signer = exchange.findSigner(proof.key);
  if (!signer) throw refusals.key();
  const { secret, passphrase } = signer.apiKey;
  if (!isSignedBy(secret, proof.payload, proof.signature)) throw refusals.signature();
  if (passphrase === null || !isSameText(proof.passphrase, passphrase)) throw refusals.passphrase();
  return signer;
}
