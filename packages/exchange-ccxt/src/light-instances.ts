import type { CcxtClass, CcxtExchange, Table } from './ccxt-exchange.ts';

/** Tables that ccxt makes anew for each instance and nobody changes. */
const neverChanged = new Set(['userAgents', 'user_agents', 'features', 'limits', 'requiredCredentials', 'status', 'httpStatusTexts']);

/**
 * Makes instances of which each holds only what is its own.
 *
 * ccxt's constructor writes some fourteen hundred properties into every instance: its helper functions, and each method
 * and field once more under a name_like_this. Nine in ten are the same in all. What two instances have in common is put
 * into one prototype behind them, and taken out of each: a write still gives an instance its own.
 */
export function lightInstances(Exchange: CcxtClass): (settings: Table) => CcxtExchange {
  const [one, other] = [new Exchange({}), new Exchange({})].map((instance) => instance as CcxtExchange & Table);
  const common = Object.create(Exchange.prototype) as Table;
  for (const name of Object.getOwnPropertyNames(one)) {
    const value = one?.[name];
    if (value !== other?.[name] && !neverChanged.has(name)) continue;
    Object.defineProperty(common, name, { value, writable: true, enumerable: true, configurable: true });
  }
  return (settings) => {
    const instance = new Exchange(settings) as CcxtExchange & Table;
    for (const name of Object.getOwnPropertyNames(instance)) {
      if (Object.hasOwn(common, name) && (instance[name] === common[name] || neverChanged.has(name))) delete instance[name];
    }
    return Object.setPrototypeOf(instance, common);
  };
}
