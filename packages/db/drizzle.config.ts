import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/schema/organizations.ts',
    './src/schema/users.ts',
    './src/schema/factors.ts',
    './src/schema/exchange-accounts.ts',
    './src/schema/ledger.ts',
    './src/schema/bots.ts',
    './src/schema/virtual-accounts.ts',
    './src/schema/trading.ts',
    './src/schema/rebalances.ts',
    './src/schema/platform.ts',
    './src/schema/pushes.ts',
    './src/schema/audit.ts',
    './src/schema/subscriptions.ts',
    './src/schema/payments.ts',
    './src/schema/bills.ts',
    './src/schema/broadcasts.ts',
    './src/schema/brand-kits.ts',
    './src/schema/standings.ts',
  ],
  out: './migrations',
});
