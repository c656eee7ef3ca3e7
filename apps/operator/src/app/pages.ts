/** The pages behind the log-in but a single bot's. Fetched in one file. */

export { DisplayPage } from '../features/account/display-page.tsx';
export { SecurityPage } from '../features/account/security-page.tsx';
export { AuditPage } from '../features/audit/audit-page.tsx';
export { BillPage } from '../features/billing/bill-page.tsx';
export { BillingPage } from '../features/billing/billing-page.tsx';
export { ConsistenciesPage } from '../features/consistencies/consistencies-page.tsx';
export { ExchangePage } from '../features/exchanges/exchange-page.tsx';
export { ExchangesPage } from '../features/exchanges/exchanges-page.tsx';
export { NewExchangePage } from '../features/exchanges/new-exchange-page.tsx';
export { HealthPage } from '../features/health/health-page.tsx';
export { MarketPage } from '../features/market/market-page.tsx';
export { OfferPage } from '../features/offer/offer-page.tsx';
export { OperatorsPage } from '../features/operators/operators-page.tsx';
export { NewOrganizationPage } from '../features/organizations/new-organization-page.tsx';
export { OrganizationPage } from '../features/organizations/organization-page.tsx';
export { OrganizationsPage } from '../features/organizations/organizations-page.tsx';
export { BotsPage } from '../features/people/bots-page.tsx';
export { UserPage } from '../features/people/user-page.tsx';
export { UsersPage } from '../features/people/users-page.tsx';
export { TestBotsPage } from '../features/test-bots/test-bots-page.tsx';
