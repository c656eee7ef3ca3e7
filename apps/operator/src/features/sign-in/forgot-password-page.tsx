import { DeadEnd, PageLink } from '@tenbin/app-kit';
import { ForgotPassword } from '@tenbin/app-kit/passwords';
import { resetOperatorPassword } from '@tenbin/contract';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

/** Asks for the link, then says that it may be on its way. */
export function ForgotPasswordPage() {
  const text = useText('auth');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo === null) return <ForgotPassword route={resetOperatorPassword} onSent={setSentTo} />;
  return (
    <DeadEnd title={text('sentTitle')} action={<PageLink to="/login">{text('backToLogin')}</PageLink>}>
      {text('sent', { email: sentTo })}
    </DeadEnd>
  );
}
