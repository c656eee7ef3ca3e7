import type { IncomingHttpHeaders } from 'node:http';

/** An HTTP request as received: nothing decoded. */
export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  /** null: longer than the server reads. */
  readonly body: string | null;
  readonly headers: IncomingHttpHeaders;
  readonly address: string;
}

export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** JSON. */
  readonly body: string;
}

/** Sends one text message to a client. */
export type Send = (text: string) => void;

/** One client's socket. Whatever comes in does no harm. */
export interface SocketSession {
  receive(text: string): void;
  close(): void;
}

/** An exchange's protocol, told apart from others by its paths. */
export interface ServedDialect {
  ownsRequest(path: string): boolean;
  ownsSocket(path: string): boolean;
  /** Never throws, whatever comes in. */
  answer(request: HttpRequest): HttpAnswer;
  connect(socket: { path: string; query: string; address: string; send: Send }): SocketSession;
  close(): void;
}
