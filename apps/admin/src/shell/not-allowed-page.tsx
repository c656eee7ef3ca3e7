import { Navigate, useLocation } from '@tanstack/react-router';
import type { OrganizationRole } from '@tenbin/accounts';
import { DeadEnd, PageLink } from '@tenbin/app-kit';
import { useText } from '../app/text.ts';
import { homeOf } from './navigation.ts';

/** In place of a page that the role does not include. The first page is nobody's wish: it leads to one that is. */
export function NotAllowedPage({ role }: { readonly role: OrganizationRole }) {
  const text = useText('shell');
  const { to } = homeOf(role);
  const { pathname } = useLocation();
  if (pathname === '/') return <Navigate to={to} replace />;
  return (
    <DeadEnd title={text('notAllowed')} action={<PageLink to={to}>{text('toHome')}</PageLink>}>
      {text('notAllowedHelp', { role: text(`role_${role}`) })}
    </DeadEnd>
  );
}
