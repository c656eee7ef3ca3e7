import type { HttpAnswer, ServedDialect } from '../wire/served-dialect.ts';
import type { Access } from './channel.ts';
import type { OkxDialect } from './dialect.ts';
import { refuseOkx, targetOfOkx } from './faults.ts';
import { tooManyRequests } from './okx-error.ts';
import { answerOkx } from './okx-rest.ts';
import { OkxSession } from './socket-session.ts';

const socketPaths: Readonly<Record<string, Access>> = {
  '/ws/v5/public': 'public',
  '/ws/v5/private': 'private',
  '/ws/v5/business': 'business',
};

const { status, code, message: msg } = tooManyRequests();
const tooManyConnections: HttpAnswer = {
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ code, msg, data: [] }),
};

/** OKX v5, spot: REST `/api/v5`, sockets `/ws/v5`. */
export function servedOkx(dialect: OkxDialect): ServedDialect {
  return {
    ownsRequest: (path) => path.startsWith('/api/v5/'),
    ownsSocket: (path) => Object.hasOwn(socketPaths, path),
    answer: (request) => answerOkx(dialect, request),
    targetOf: (request) => targetOfOkx(dialect.exchange, request),
    refuse: refuseOkx,
    socketLifeMs: dialect.limits.socketLifeMs,
    admit: (address) => (dialect.admits(address) ? null : tooManyConnections),
    connect: ({ path, send }) => new OkxSession(dialect, { access: socketPaths[path] ?? 'public', send }),
    close: () => {},
  };
}
