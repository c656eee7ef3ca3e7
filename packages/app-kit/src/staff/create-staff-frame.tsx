import type { RouteComponent } from '@tanstack/react-router';
import { LoginPage } from '../forms/login-page.tsx';
import { createFrame } from '../router/frame.tsx';
import { PageLink } from '../router/page-link.tsx';
import { PublicLayout } from '../shell/public-layout.tsx';
import { useText } from './text.ts';

function Login() {
  const text = useText('shell');
  return <LoginPage below={<PageLink to={forgotPassword}>{text('forgotPassword')}</PageLink>} />;
}

/** A page of every front end of staff. */
const forgotPassword = '/forgot-password' as '/';

/** The routes that every front end of staff has. @param shell - around every page after the login */
export const createStaffFrame = (shell: RouteComponent) =>
  createFrame({ publicLayout: () => <PublicLayout withLegalLinks={false} />, login: Login, shell });
