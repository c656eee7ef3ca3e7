import { useLocation, useNavigate } from '@tanstack/react-router';
import { DeadEnd, PageLink, useAction, useApp } from '@tenbin/app-kit';
import { claimView } from '@tenbin/contract';
import { Loading, useErrorText } from '@tenbin/ui';
import { useEffect, useRef, useState } from 'react';
import { useText } from '../../app/text.ts';

/**
 * Where an administrator begins to look on as a user, and where that ends. The token stands behind the #, which goes to no
 * server, and leaves the address at once.
 */
export function ViewPage() {
  const text = useText('auth');
  const errorText = useErrorText();
  const navigate = useNavigate();
  const { client, session } = useApp();
  const hash = useLocation({ select: (location) => location.hash });
  const [token] = useState(hash);
  const claim = useAction({
    mutationFn: () => client.call(claimView, { body: { token } }),
    onSuccess: ({ uniqueKey: key, email, endsAt }) => {
      session.beginView({ key, email, endsAt });
      void navigate({ to: '/', replace: true });
    },
  });
  const isAsked = useRef(false);
  useEffect(() => {
    if (token === '' || isAsked.current) return;
    isAsked.current = true;
    void navigate({ to: '/view', replace: true });
    claim.mutate();
  });
  const login = <PageLink to="/login">{text('toLogin')}</PageLink>;
  if (token === '')
    return (
      <DeadEnd title={text('viewEndedTitle')} action={login}>
        {text('viewEnded')}
      </DeadEnd>
    );
  if (claim.error)
    return (
      <DeadEnd title={text('viewFailedTitle')} action={login}>
        {errorText(claim.error)}
      </DeadEnd>
    );
  return <Loading what={text('viewOpening')} />;
}
