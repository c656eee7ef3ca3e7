import type { resetAdministratorPassword, resetOperatorPassword } from '@tenbin/contract';
import { useState } from 'react';
import { ForgotPassword } from '../passwords/forgot-password.tsx';
import { PageLink } from '../router/page-link.tsx';
import { DeadEnd } from '../shell/dead-end.tsx';
import { useText } from './text.ts';

interface StaffForgotPasswordPageProps {
  readonly route: typeof resetAdministratorPassword | typeof resetOperatorPassword;
}

/** Asks for the link, then says that it may be on its way. */
export function StaffForgotPasswordPage({ route }: StaffForgotPasswordPageProps) {
  const text = useText('auth');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo === null) return <ForgotPassword route={route} onSent={setSentTo} />;
  return (
    <DeadEnd title={text('sentTitle')} action={<PageLink to="/login">{text('backToLogin')}</PageLink>}>
      {text('sent', { email: sentTo })}
    </DeadEnd>
  );
}
