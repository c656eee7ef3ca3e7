import type { HttpAnswer, ServedDialect } from '../wire/served-dialect.ts';
import { webPage } from '../wire/served-dialect.ts';
import { BinanceError } from './binance-error.ts';
import { answerRest, isBinancePath } from './binance-rest.ts';
import { CallSession } from './call-session.ts';
import type { Dialect } from './dialect.ts';
import { refuseBinance, targetOfBinance } from './faults.ts';
import { MarketStreams } from './market-streams.ts';
import { StreamSession } from './stream-session.ts';

const tooLong = '{"code":-1101,"msg":"Too many parameters sent for this endpoint."}';

/** Binance Spot: REST `/api/v3`, `/sapi/v1`; WebSocket API `/ws-api/v3`; public streams on every other socket. */
export function servedBinance(dialect: Dialect): ServedDialect {
  const streams = new MarketStreams(dialect.exchange);
  return {
    ownsRequest: isBinancePath,
    ownsSocket: () => true,
    answer({ body, headers, ...request }) {
      if (body === null) return { status: 413, headers: { 'content-type': 'application/json;charset=UTF-8' }, body: tooLong };
      const key = headers['x-mbx-apikey'];
      return answerRest(dialect, { ...request, body, key: typeof key === 'string' ? key : undefined });
    },
    targetOf: (request) => targetOfBinance(dialect.exchange, request),
    socketLifeMs: dialect.rates.limits.socketLifeMs,
    admit: (address) => admit(dialect, address),
    refuse: (fault) => refuseBinance(fault, dialect.exchange.now()),
    connect({ path, query, address, send }) {
      if (path.startsWith('/ws-api/')) return new CallSession(dialect, { address, send });
      return new StreamSession(streams, { path, query, send, limits: dialect.rates.limits });
    },
    close: () => streams.close(),
  };
}

/** Binance does not document what it answers to one attempt too many: here it is what it answers to one request too many. */
function admit({ rates, exchange }: Dialect, address: string): HttpAnswer | null {
  const now = exchange.now();
  if (rates.isBlocked(address, now)) return webPage(403);
  try {
    rates.countConnection(address, now);
    return null;
  } catch (error) {
    if (!(error instanceof BinanceError)) throw error;
    const { status, headers, code, message: msg } = error;
    return { status, headers, body: JSON.stringify({ code, msg }) };
  }
}
