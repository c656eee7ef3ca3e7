import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { noSniffing } from '../security-headers.ts';
import { Refusal } from './refusal.ts';
import { errorReply } from './send-error.ts';

const codes: Readonly<Record<string, 'requestTimeout' | 'headersTooLarge'>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 'requestTimeout',
  HPE_HEADER_OVERFLOW: 'headersTooLarge',
};

/** Answers what is no HTTP, or too much of it: there is no request yet, so what others answer with is written by hand. */
export function sendClientError(error: Error & { readonly code?: string; readonly rawPacket?: unknown }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const reply = errorReply(new Refusal(codes[error.code ?? ''] ?? 'malformedRequest'), 'en');
  const body = JSON.stringify(reply);
  const headers = {
    'content-length': Buffer.byteLength(body),
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    ...noSniffing,
  };
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const isHead = error.rawPacket instanceof Buffer && error.rawPacket.toString('latin1', 0, 5) === 'HEAD ';
  const status = `HTTP/1.1 ${reply.statusCode} ${STATUS_CODES[reply.statusCode]}`;
  if (socket.writable) socket.write([status, ...head, '', isHead ? '' : body].join('\r\n'));
  socket.destroy(error);
}
