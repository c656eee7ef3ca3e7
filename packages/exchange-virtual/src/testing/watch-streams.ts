import { vi } from 'vitest';
import { MarketStreams } from '../binance/market-streams.ts';
import { until } from './test-venue.ts';

/**
 * Clients do not tell when what they subscribed to is in force; an event that comes before is not heard.
 *
 * @returns waits until public streams of these names were asked for since the last waiting
 */
export function watchStreams(): (...names: readonly string[]) => Promise<void> {
  const { mock } = vi.spyOn(MarketStreams.prototype, 'subscribe');
  return async (...names) => {
    const asked = () => new Set(mock.calls.map(([name]) => name));
    await until(`somebody hears ${names.join(', ')}`, () => names.every((name) => asked().has(name)));
    mock.calls.length = 0;
  };
}
