import { test as base } from '@playwright/test';
import { type Product, withDataFolder } from '../product.ts';
import { startBriefly } from './start-briefly.ts';

/**
 * Journeys that end nothing share one product, `product`: started when the first of them asks for it. A page whose calls
 * are held up is loaded whole each time, more often than anybody would, so it minds no number of requests.
 */
export const test = base.extend<object, { readonly product: Product }>({
  product: [
    // biome-ignore lint/correctness/noEmptyPattern: it says that no other fixture is needed
    async ({}, use) => {
      await withDataFolder(async (folder) => {
        const product = await startBriefly(folder, { REQUESTS_PER_MINUTE: '100000' });
        await use(product);
        await product.stop('SIGINT');
      });
    },
    { scope: 'worker' },
  ],
});
