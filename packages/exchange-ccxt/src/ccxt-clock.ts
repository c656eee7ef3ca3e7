import { pause, type Runtime } from '@tenbin/runtime';
import type { Table } from './ccxt-exchange.ts';

/** What ccxt would ask of the machine: settings for each of its instances. */
export function ccxtClock(runtime: Runtime): Table {
  const milliseconds = () => runtime.now().getTime();
  const digits = (count: number) => () => Array.from({ length: count }, () => Math.floor(16 * runtime.random()).toString(16)).join('');
  return {
    now: milliseconds,
    milliseconds,
    microseconds: () => 1000 * milliseconds(),
    seconds: () => Math.floor(milliseconds() / 1000),
    sleep: (ms: number) => pause(runtime, ms),
    uuid: () => runtime.newId(),
    uuid16: digits(16),
    uuid22: digits(22),
  };
}
