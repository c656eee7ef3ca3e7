export {
  buildBot,
  buildExchange,
  buildExchangeAccount,
  buildOrganization,
  buildTenant,
  buildUser,
  type Tenant,
  testMasterKey,
  testVault,
} from './builders/tenant.ts';
export { bookedFill, contractRecord, orderWrite } from './builders/trading.ts';
export { openTestDatabase, placeFor, type TestDatabase, type TestEngine, testEngines } from './databases/test-database.ts';
export { restartPostgres } from './databases/test-postgres.ts';
export { type FakeClock, fakeClock } from './fake-clock.ts';
