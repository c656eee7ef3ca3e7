/** A request as it leaves, signed and complete. */
export interface TransportRequest {
  readonly method: string;
  /** With its query, exactly as it was signed. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Nobody waits for the answer any more. */
  readonly signal: AbortSignal | null;
}

export interface TransportReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What becomes of a socket, told to whoever opened it. */
export interface SocketListener {
  onOpen(): void;
  onMessage(text: string): void;
  onPong(): void;
  /** It was not opened, or broke. */
  onError(error: Error): void;
  onClose(code: number): void;
}

export interface TransportSocket {
  send(text: string): void;
  ping(): void;
  close(): void;
}

/** How requests and sockets reach an exchange without a network. */
export interface ExchangeTransport {
  /** @throws {Error} no answer came, or not all of it */
  request(request: TransportRequest): Promise<TransportReply>;
  openSocket(url: string, listener: SocketListener): TransportSocket;
}
