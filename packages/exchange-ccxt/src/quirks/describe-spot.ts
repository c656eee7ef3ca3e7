import type { Table } from '../ccxt-exchange.ts';
import { asRaw } from '../raw-fields.ts';
import { type Endpoints, keepEndpoints } from './keep-endpoints.ts';

interface SpotDescription {
  readonly endpoints: Endpoints;
  /** On top of ccxt's. */
  readonly options?: Table;
}

/** For {@link Quirks.describe}: spot only, the endpoints that are used, and all of them at another origin where one is given. */
export const describeSpot =
  ({ endpoints, options }: SpotDescription) =>
  (description: Table, baseUrl: string | undefined): Table => {
    const urls = asRaw(description.urls);
    return {
      ...description,
      // KuCoin's trade ids are longer than a double is exact, and ccxt would cut them.
      quoteJsonNumbers: true,
      api: keepEndpoints(asRaw(description.api), endpoints),
      urls: baseUrl === undefined ? urls : { ...urls, api: atOrigin(urls.api, baseUrl.replace(/\/+$/, '')) },
      options: { ...asRaw(description.options), defaultType: 'spot', ...options },
    };
  };

/** Every address within, whatever its depth, with its path kept. */
function atOrigin(addresses: unknown, http: string): unknown {
  if (typeof addresses === 'string') {
    const origin = addresses.startsWith('ws') ? http.replace(/^http/, 'ws') : http;
    return addresses.replace(/^\w+:\/\/[^/]+/, origin);
  }
  return Object.fromEntries(Object.entries(asRaw(addresses)).map(([name, inside]) => [name, atOrigin(inside, http)]));
}
