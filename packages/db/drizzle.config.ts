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
    './src/schema/trading.ts',
    './src/schema/rebalances.ts',
    './src/schema/platform.ts',
    './src/schema/audit.ts',
    './src/schema/billing.ts',
  ],
  out: './migrations',
});
