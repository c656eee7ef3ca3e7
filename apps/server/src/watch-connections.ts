import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Clock } from './clock.ts';

/** Longer than any call takes that waits for an exchange. */
const farewellTimeoutMs = 30_000;

interface WatchOptions {
  readonly clock: Pick<Clock, 'after'>;
  /** For a call to end. */
  readonly maxMs?: number | undefined;
}

/**
 * Closes connections on which no call is under way. Node's own `closeIdleConnections` spares those that were opened
 * ahead and have not been used yet, as browsers do, and a closing server would wait a minute for them. A call whose body
 * has not come whole has not begun; and who never reads the answer keeps nobody from closing either.
 *
 * @returns begins to close them: the idle ones now, the others after their call
 */
export function watchConnections(server: Server, { clock, maxMs = farewellTimeoutMs }: WatchOptions): () => void {
  const open = new Set<Socket>();
  const callsOn = new WeakMap<Socket, Set<IncomingMessage>>();
  let isClosing = false;
  const closeIfIdle = (socket: Socket): void => {
    const underWay = [...(callsOn.get(socket) ?? [])].some(({ complete }) => complete);
    if (isClosing && !underWay) socket.destroySoon();
  };
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', (request, response) => {
    const { socket } = request;
    const calls = callsOn.get(socket) ?? new Set();
    callsOn.set(socket, calls.add(request));
    response.once('close', () => {
      calls.delete(request);
      closeIfIdle(socket);
    });
  });
  return () => {
    isClosing = true;
    for (const socket of open) closeIfIdle(socket);
    const destroyAll = () => {
      for (const socket of open) socket.destroy();
    };
    clock.after(maxMs, destroyAll, { unref: true });
  };
}
