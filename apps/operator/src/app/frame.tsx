import { createFrame, LoginPage, lazyPage, PageLink, PublicLayout } from '@tenbin/app-kit';
import { useText } from './text.ts';

const fetchShell = () => import('../shell/pages.ts');

function Login() {
  const text = useText('shell');
  return <LoginPage below={<PageLink to="/forgot-password">{text('forgotPassword')}</PageLink>} />;
}

/** The routes that every page hangs below. */
export const { root, publicPages, login, shell, elsewhere } = createFrame({
  publicLayout: () => <PublicLayout withLegalLinks={false} />,
  login: Login,
  shell: lazyPage(fetchShell, 'OperatorShell'),
});
