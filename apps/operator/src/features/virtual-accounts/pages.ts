/** Of virtual accounts and the bots on their money. Fetched in one file. */

export { MarketMakerPage } from './market-maker-page.tsx';
export { VirtualAccountPage } from './virtual-account-page.tsx';
export { VirtualAccountsPage } from './virtual-accounts-page.tsx';
