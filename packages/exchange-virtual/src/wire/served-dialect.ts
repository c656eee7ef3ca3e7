import { STATUS_CODES } from 'node:http';
import type { Refusing } from '../faults/fault.ts';
import type { Target } from '../faults/meet-fault.ts';

/** A request as received, whichever way it came: nothing decoded. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** null: longer than anybody reads. */
  readonly body: string | null;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly address: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

/** Sends one text message to a client. `event`: whose event it is, where it is one of an account. */
export type Send = (text: string, event?: { readonly account: string; readonly pair: string | undefined }) => void;

/** One client's socket. Whatever comes in does no harm. */
export interface SocketSession {
  /** From the client, pings included; one that sends more is cut off. None unless given. */
  readonly messagesPerSecond?: number;
  receive(text: string): void;
  /** Whose events it carries. */
  accounts(): Iterable<string>;
  close(): void;
}

/** An exchange's protocol, told apart from others by its paths. */
export interface ServedDialect {
  ownsRequest(path: string): boolean;
  ownsSocket(path: string): boolean;
  /** Never throws, whatever comes in. */
  answer(request: HttpRequest): HttpAnswer;
  /** What a request asks for and of whom, without checking it: what a fault is aimed at. */
  targetOf(request: HttpRequest): Target;
  /** A refusal for no reason of the request's own, in the exchange's words. */
  refuse(fault: Refusing): HttpAnswer;
  /** Counts an attempt to open a socket. @returns a refusal; null: it may open */
  admit(address: string): HttpAnswer | null;
  /** A socket is closed when it is so old. */
  readonly socketLifeMs: number;
  connect(socket: { path: string; query: string; address: string; send: Send }): SocketSession;
  close(): void;
}

/** What a proxy in front of an exchange says when the exchange does not answer: no code, no JSON. */
export function webPage(status: number, retryAfterSeconds?: number): HttpAnswer {
  const title = `${status} ${STATUS_CODES[status] ?? 'Error'}`;
  const body = `<html><head><title>${title}</title></head><body><h1>${title}</h1></body></html>`;
  const retryAfter = retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
  return { status, headers: { 'content-type': 'text/html', ...retryAfter }, body };
}
