export { billFacts, buildPaypalAccount, newPayment, newSubscription, planTerms } from './builders/billing.ts';
export { brandKit } from './builders/brand.ts';
export { newBroadcast } from './builders/broadcasts.ts';
export {
  balancing,
  buildBot,
  buildExchange,
  buildExchangeAccount,
  buildOrganization,
  buildTenant,
  buildUser,
  newSignUp,
  type Tenant,
  testMasterKey,
  testVault,
} from './builders/tenant.ts';
export { bookedFill, contractRecord, orderWrite } from './builders/trading.ts';
export { type CuttableDatabase, openCuttableDatabase } from './databases/cuttable-database.ts';
export { type CuttingProxy, openCuttingProxy } from './databases/cutting-proxy.ts';
export { copyMigratedFolder, lendMigratedFolder } from './databases/migrated-folder.ts';
export { openTestDatabase, placeFor, type TestDatabase, type TestEngine, testEngines } from './databases/test-database.ts';
export { restartPostgres } from './databases/test-postgres.ts';
export { type FakeClock, fakeClock } from './fake-clock.ts';
export { newId } from './new-id.ts';
