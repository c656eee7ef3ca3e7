/** Fetched in one file. */
export { BillPage } from './bill-page.tsx';
export { BillsPage } from './bills-page.tsx';
export { OfferPage } from './offer-page.tsx';
export { PaymentsPage } from './payments-page.tsx';
export { PaypalPage } from './paypal-page.tsx';
export { ReferralsPage } from './referrals-page.tsx';
export { RevenuePage } from './revenue-page.tsx';
