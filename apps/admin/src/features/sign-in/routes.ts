import { createRoute } from '@tanstack/react-router';
import { lazyPage } from '@tenbin/app-kit';
import { publicPages } from '../../app/frame.ts';

const fetchPages = () => import('./pages.ts');

/** Below the pages before the login: their words are fetched beside them. */
const mailed = createRoute({
  getParentRoute: () => publicPages,
  id: 'mailed',
  loader: ({ context }) => context.app.words.i18n.loadNamespaces(['auth']),
});

const forgotPassword = createRoute({
  getParentRoute: () => mailed,
  path: '/forgot-password',
  component: lazyPage(fetchPages, 'ForgotPasswordPage'),
});
const setPassword = createRoute({
  getParentRoute: () => mailed,
  path: '/set-password',
  component: lazyPage(fetchPages, 'SetPasswordPage'),
});

export const mailedPages = mailed.addChildren([forgotPassword, setPassword]);
