import type { IncomingHttpHeaders } from 'node:http';
import { OkxError } from './okx-error.ts';
import type { Proof } from './require-proof.ts';
import { restPayload } from './signature.ts';

const missing = (code: string, header: string) => new OkxError(code, `Request header ${header} can not be empty.`, 401);

/** The four headers of a private request. @throws {OkxError} 50103, 50104, 50106, 50107 */
export function readProof(
  headers: IncomingHttpHeaders,
  request: { readonly method: string; readonly path: string; readonly query: string; readonly body: string },
): Proof {
  const header = (name: string, code: string): string => {
    const value = headers[name.toLowerCase()];
    if (typeof value !== 'string' || value === '') throw missing(code, name);
    return value;
  };
  const key = header('OK-ACCESS-KEY', '50103');
  const passphrase = header('OK-ACCESS-PASSPHRASE', '50104');
  const signature = header('OK-ACCESS-SIGN', '50106');
  const timestamp = header('OK-ACCESS-TIMESTAMP', '50107');
  return { key, passphrase, signature, sentAt: timeOf(timestamp), payload: restPayload({ ...request, timestamp }) };
}

/** ISO 8601, or Unix seconds. */
function timeOf(timestamp: string): number {
  if (/^\d{10}(\.\d{1,6})?$/.test(timestamp)) return Number(timestamp) * 1_000;
  return /^\d{4}-\d{2}-\d{2}T/.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
}
