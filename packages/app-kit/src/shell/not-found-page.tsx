import type { ReactNode } from 'react';
import { useApp } from '../app/app-context.tsx';
import { PageLink } from '../router/page-link.tsx';
import { useKitText } from '../words/text.ts';
import { DeadEnd } from './dead-end.tsx';

/** Around it is the shell, or what is around the pages before the login. */
export function NotFoundPage(): ReactNode {
  const text = useKitText('kit');
  const { session } = useApp();
  return (
    <DeadEnd title={text('notFound')} action={<PageLink to="/">{text(session.key() === null ? 'toLogin' : 'toDashboard')}</PageLink>}>
      {text('notFoundHelp')}
    </DeadEnd>
  );
}
