/** Answers every request with the same few bytes, in a process of its own: what a flood costs that meets nothing. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  request.resume().once('end', () => response.writeHead(429, { 'content-type': 'application/json' }).end('{"code":"tooManyRequests"}'));
});
server.listen(0, '127.0.0.1', () => process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
process.once('disconnect', () => process.exit(0));
