import type { CcxtClass, CcxtExchange, Table } from './ccxt-exchange.ts';

/** Tables that ccxt makes anew for each instance and nobody changes. */
const neverChanged = new Set(['userAgents', 'user_agents', 'features', 'limits', 'requiredCredentials', 'status', 'httpStatusTexts']);
/** ccxt's own limiter, which the class chooses anew for each request. */
const limiter = 'throttler';

type Inside = CcxtExchange & Table;
type Request = (...terms: readonly unknown[]) => Promise<unknown>;

/**
 * Makes instances of which each holds only what is its own, without constructing them.
 *
 * ccxt's constructor takes milliseconds and writes some fourteen hundred properties into every instance: its helper
 * functions, each method and field once more under a name_like_this, and a closure for each endpoint. So it runs twice
 * only. What those two have in common becomes one prototype; their endpoints are put there too, as methods that call
 * through the instance they are called on; what is left are tables, of which each instance gets a copy. A write always
 * gives an instance its own.
 *
 * @param settings - of all instances, as for ccxt's constructor
 * @returns makes an instance with properties of its own; they take their place as they are, tables are not joined
 */
export function lightInstances(Exchange: CcxtClass, settings: Table = {}): (own: Table) => CcxtExchange {
  const [one, other] = [new Exchange(settings) as Inside, new Exchange(settings) as Inside];
  const common = Object.create(Exchange.prototype) as Inside;
  const tables: Table = {};
  const define = (name: string, value: unknown) =>
    Object.defineProperty(common, name, { value, writable: true, enumerable: true, configurable: true });
  for (const name of Object.getOwnPropertyNames(one)) {
    const value = one[name];
    if (value === other[name] || neverChanged.has(name)) define(name, value);
    else if (typeof value === 'function') define(name, throughThis(one, value as Request));
    else if (isPlainTable(value) || Array.isArray(value)) tables[name] = value;
    else if (name !== limiter) throw new Error(`${one.id}: instances of ccxt differ in '${name}', which is not known to be copied`);
  }
  return (own) => Object.assign(Object.create(common) as CcxtExchange, copyTables(tables), own);
}

/** An endpoint of ccxt is bound to its instance and does nothing but call `request` on it with its own terms: they are learned once. */
function throughThis(one: Inside, endpoint: Request): Request {
  let learned: readonly unknown[] = [];
  const before = one.request;
  one.request = (...terms: readonly unknown[]) => {
    learned = terms;
  };
  void endpoint();
  one.request = before;
  const [path, api, method, , headers, body, config] = learned;
  return function callEndpoint(this: { readonly request: Request }, params: unknown = {}, context: unknown = {}) {
    return this.request(path, api, method, params, headers, body, config, context);
  };
}

/** Whether it is a table that ccxt itself would copy, and not an instance of something. */
export const isPlainTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** The same tables and lists once more, all the way down; anything else in them stays the same thing. */
function copyTables<T>(value: T): T {
  if (Array.isArray(value)) return value.map(copyTables) as T;
  if (!isPlainTable(value)) return value;
  const copy: Table = {};
  for (const name in value) copy[name] = copyTables(value[name]);
  return copy as T;
}
