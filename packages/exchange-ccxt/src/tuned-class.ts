import { type ExchangeTransport, orderWindowMs } from '@tenbin/exchange';
import type { Runtime } from '@tenbin/runtime';
import { type AddressLimits, type Lanes, retryAfterMs } from './address-limits.ts';
import type { CcxtClass, CcxtExchange, CcxtSocket, Table } from './ccxt-exchange.ts';
import { type CallTrace, currentCall, Halted, isOver, NotSent, remainingMs } from './current-call.ts';
import { fetchOver } from './fetch-over.ts';
import { LeakyLane, type WaitLimit } from './leaky-lane.ts';
import { OneAtATime } from './one-at-a-time.ts';
import type { Quirks } from './quirks/quirks.ts';
import { asRaw } from './raw-fields.ts';
import { type IsAnswer, requireReadable } from './readable-answer.ts';
import { openSocketOver } from './socket-over.ts';

/** Tables that no instance changes. ccxt copies plain objects deeply into every instance, and takes others as they are. */
const sharedTables = ['api', 'commonCurrencies', 'exceptions', 'features', 'fees', 'has', 'httpExceptions', 'timeframes', 'urls'];

/** An error's answer is short; a list's beginning tells nothing and need not be kept. */
const maxBody = 500;

class SharedTable {
  constructor(content: object) {
    Object.assign(this, content);
  }
}

export interface Tuning {
  readonly runtime: Runtime;
  /** How requests and sockets leave; null: over the network, in ccxt's own way. */
  readonly transport: ExchangeTransport | null;
  /** What `describe()` of every instance returns. */
  readonly description: Table;
  /** Asked for at each request, not at construction: the lanes are made from the first instance. */
  readonly limits: () => AddressLimits;
  /** Whose requests the exchange counts. */
  readonly lanesPer: 'address' | 'account';
  /** Its requests wait in the lane for those who do not trade. */
  readonly isAside?: boolean | undefined;
  /** Whether an answer's "too many" is about this account alone, not about the address. */
  readonly isAccountLimit: (body: string) => boolean;
  /** Private calls carry a number that must rise: those with one key are sent one after the other. */
  readonly risingNumbers?: boolean | undefined;
  /** What else than JSON an answer must be; absent: nothing. */
  readonly isAnswer?: IsAnswer | undefined;
  /** See {@link Quirks.expiry}. */
  readonly expiry?: Quirks['expiry'];
}

/**
 * One exchange's class, made fit for many instances in one process:
 *
 * - tables are shared instead of copied;
 * - requests wait in the lanes of their address: reads, placing and cancelling apart; orders in their account's as well;
 * - where numbers must rise, private calls with one key are sent one after the other;
 * - where a transport is given, requests and sockets go over it instead of the network;
 * - a request that nobody waits for any more, or that falls into a halt, is not sent;
 * - an order is signed with the time until which the exchange accepts it;
 * - each call's trace notes whether it was sent and what was answered;
 * - an answer that is none of the exchange's is refused before ccxt makes an empty list of it;
 * - messages on a socket are spread, as exchanges ask for;
 * - a socket's promise that nobody awaits cannot end the process.
 *
 * It rests on how ccxt's constructor and request path work: ccxt is pinned exactly, and `tuned-class.test.ts` holds it.
 */
export function tuneClass(Base: CcxtClass, tuning: Tuning): CcxtClass {
  const { description, runtime, transport, limits, lanesPer, isAccountLimit, expiry } = tuning;
  const { isAside = false, risingNumbers = false, isAnswer = () => true } = tuning;
  const queue = new OneAtATime();
  const shared = shareTables(description);
  /** Beside the instances, not in them: a copy of one has lanes of its own. */
  const ownLanes = new WeakMap<CcxtExchange, Lanes>();
  const lanesOf = (instance: CcxtExchange): Lanes => {
    if (lanesPer === 'address') return limits().lanes(isAside);
    const lanes = ownLanes.get(instance) ?? limits().ownLanes(isAside);
    ownLanes.set(instance, lanes);
    return lanes;
  };
  return class extends Base {
    override describe(): Table {
      return { ...shared, options: ownOptions(shared.options) };
    }

    /** ccxt asks for the cost and takes a place in the lane in one turn, so the lane is chosen here. */
    override calculateRateLimiterCost(api: unknown, method: string, path: string, params: Table, config: Table = {}): number {
      const call = currentCall();
      const lane = lanesOf(this)[call?.purpose ?? 'read'];
      const throttle = async (given: CallTrace, cost?: number) => {
        if (given.purpose === 'place')
          await limits()
            .orderLane(this.apiKey ?? '')
            .throttle(waitLimitOf(given));
        await lane.throttle(cost, waitLimitOf(given));
      };
      this.throttler = call === undefined ? lane : { throttle: (cost) => throttle(call, cost) };
      // With amounts as texts ccxt takes its table of costs for texts too, which a lane could not add up.
      return Number(super.calculateRateLimiterCost(api, method, path, params, config));
    }

    /** Behind the lane, so that what waited there is stamped with the time at which it leaves. */
    override sign(path: string, api: unknown, method: string, params: Table, headers: unknown, body: unknown): Table {
      const given = currentCall()?.purpose === 'place' ? expiry?.(this.nonce() + orderWindowMs) : undefined;
      const request = super.sign(path, api, method, given?.params === undefined ? params : { ...params, ...given.params }, headers, body);
      return given?.headers === undefined ? request : { ...request, headers: { ...asRaw(request.headers), ...given.headers } };
    }

    override async fetch(url: string, method?: string, headers?: unknown, body?: unknown): Promise<unknown> {
      const send = async () => {
        const call = currentCall();
        if (call !== undefined && isOver(call)) throw new NotSent('nobody waits for this request any more');
        if (limits().remainingHaltMs() > 0) throw new Halted('calls to this exchange are halted');
        if (call !== undefined) Object.assign(call, { sent: true, answer: null });
        call?.onSent?.();
        return transport === null ? super.fetch(url, method, headers, body) : fetchOver(transport, this, { url, method, headers, body });
      };
      // ccxt has numbered it just before.
      return risingNumbers && this.apiKey !== undefined ? queue.run(this.apiKey, send) : send();
    }

    override handleErrors(status: number, reason: string, url: string, method: string, headers: Table, body: string, ...rest: unknown[]) {
      const call = currentCall();
      if (call !== undefined) call.answer = { status, body: body.slice(0, maxBody), retryAfterMs: retryAfterMs(headers, runtime.now()) };
      limits().noteUse(headers);
      if (!isAccountLimit(body)) limits().noteAnswer(status, headers, body);
      if (status < 300) requireReadable(rest[0], url, isAnswer);
      return super.handleErrors(status, reason, url, method, headers, body, ...rest);
    }

    override client(url: string): CcxtSocket {
      if (transport !== null) this.clients[url] ??= openSocketOver(transport, this, { url, runtime });
      return steady(super.client(url), runtime);
    }
  };
}

const waitLimitOf = (call: CallTrace): WaitLimit => ({ waitMs: remainingMs(call), signal: call.givenUp.signal });

const sharedOptionTables = new WeakMap<object, SharedTable>();

function sharedOption(table: object): SharedTable {
  const shared = sharedOptionTables.get(table) ?? new SharedTable(table);
  sharedOptionTables.set(table, shared);
  return shared;
}

function shareTables(description: Table): Table {
  const shared: Table = { ...description };
  for (const name of sharedTables) {
    const table = shared[name];
    if (typeof table === 'object' && table !== null && Object.getPrototypeOf(table) === Object.prototype) {
      shared[name] = new SharedTable(table);
    }
  }
  return shared;
}

/** Tables among the options that are only read, and long. */
const sharedOptions = /networks|legalMoney|brokers?$|errorCodes|accountsBy|accountsId|versions|timeframes/i;

/** Options change as an instance works, and ccxt's constructor does not copy all of them. */
function ownOptions(options: unknown): Table {
  const own: Table = {};
  for (const [name, value] of Object.entries(asRaw(options))) {
    const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (isTable && sharedOptions.test(name)) own[name] = sharedOption(value);
    else own[name] = isTable ? ownOptions(value) : value;
  }
  return own;
}

const steadied = new WeakSet<CcxtSocket>();

/** Binance closes a socket on which more than five messages come in a second, pings among them. */
const messageGapMs = 300;

/**
 * ccxt makes promises that it rejects when the socket drops even if nobody awaits them, and its delayed sends
 * drop the promise of a failed send. Both would end the process as unhandled rejections. So messages are spread here.
 */
function steady(socket: CcxtSocket, runtime: Runtime): CcxtSocket {
  if (steadied.has(socket)) return socket;
  steadied.add(socket);
  const makeFuture = socket.future.bind(socket);
  socket.future = (messageHash) => {
    const isNew = !(messageHash in socket.futures);
    const future = makeFuture(messageHash);
    if (isNew) future.catch(() => undefined);
    return future;
  };
  socket.throttle = undefined;
  const send = socket.send.bind(socket);
  const messages = new LeakyLane(runtime, () => ({ msPerCost: messageGapMs, burstMs: 0 }));
  socket.send = async (message) => {
    await messages.throttle();
    return send(message);
  };
  return socket;
}
