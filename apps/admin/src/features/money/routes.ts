import { createRoute } from '@tanstack/react-router';
import { given, lazyPage, wholeIn } from '@tenbin/app-kit';
import { createSection } from '../../app/section.ts';
import { textsIn } from '../../app/texts-in.ts';

const section = createSection({ id: 'money', needs: 'money', words: ['money'] });
const fetchPages = () => import('./pages.ts');
const below = { getParentRoute: () => section } as const;

const payments = createRoute({
  ...below,
  path: '/payments',
  validateSearch: (search: Record<string, unknown>) =>
    given({
      page: wholeIn(search.page),
      ...textsIn(search, 'result', 'type', 'unexpected', 'email', 'from', 'to'),
    }),
  component: lazyPage(fetchPages, 'PaymentsPage'),
});
const referrals = createRoute({
  ...below,
  path: '/referrals',
  validateSearch: (search: Record<string, unknown>) => given({ page: wholeIn(search.page), ...textsIn(search, 'referrer', 'from', 'to') }),
  component: lazyPage(fetchPages, 'ReferralsPage'),
});
const revenue = createRoute({ ...below, path: '/revenue', component: lazyPage(fetchPages, 'RevenuePage') });
const bills = createRoute({
  ...below,
  path: '/bills',
  validateSearch: (search: Record<string, unknown>) => given({ page: wholeIn(search.page) }),
  component: lazyPage(fetchPages, 'BillsPage'),
});
const bill = createRoute({ ...below, path: '/bills/$id', component: lazyPage(fetchPages, 'BillPage') });
const offer = createRoute({ ...below, path: '/platform-offer', component: lazyPage(fetchPages, 'OfferPage') });
const paypal = createRoute({ ...below, path: '/paypal-account', component: lazyPage(fetchPages, 'PaypalPage') });

export const moneySection = section.addChildren([payments, referrals, revenue, bills, bill, offer, paypal]);
