import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes connections on which no call is under way. Node's own `closeIdleConnections` spares those that were opened
 * ahead and have not been used yet, as browsers do, and a closing server would wait a minute for them.
 *
 * @returns begins to close them: the idle ones now, the others after their call
 */
export function watchConnections(server: Server): () => void {
  const open = new Set<Socket>();
  const callsOn = new WeakMap<Socket, number>();
  let isClosing = false;
  const closeIfIdle = (socket: Socket): void => {
    if (isClosing && !callsOn.get(socket)) socket.destroySoon();
  };
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.on('request', ({ socket }, response) => {
    callsOn.set(socket, (callsOn.get(socket) ?? 0) + 1);
    response.once('close', () => {
      callsOn.set(socket, (callsOn.get(socket) ?? 1) - 1);
      closeIfIdle(socket);
    });
  });
  return () => {
    isClosing = true;
    for (const socket of open) closeIfIdle(socket);
  };
}
