import { useQuery } from '@tanstack/react-query';
import type { getFactors, Mapped, RouteReply } from '@tenbin/contract';
import { Failure, Loading, Panel } from '@tenbin/ui';
import { useState } from 'react';
import { query } from '../app/query.ts';
import { AuthenticatorPart } from './authenticator-part.tsx';
import { PasskeysPart } from './passkeys-part.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { RecoveryCodesPart } from './recovery-codes-part.tsx';
import { useSecurityRoutes } from './security-routes.ts';
import { useText } from './text.ts';

const hasFactor = ({ authenticator, passkeys }: Mapped<RouteReply<typeof getFactors>>): boolean =>
  authenticator !== null || passkeys.length > 0;

/** What is asked for at a log-in beside the password. */
export function FactorsPanel() {
  const text = useText('security');
  const routes = useSecurityRoutes();
  const factors = useQuery(query(routes.factors, {}));
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <Panel title={text('factors')}>
      {factors.isPending && <Loading what={text('factors')} rows={2} height={48} />}
      {factors.isLoadingError && <Failure what={text('factors')} error={factors.error} onRetry={() => void factors.refetch()} />}
      {codes.length > 0 && <RecoveryCodes codes={codes} onKept={() => setCodes([])} />}
      {factors.data && codes.length === 0 && (
        <>
          <AuthenticatorPart authenticator={factors.data.authenticator} hasFactor={hasFactor(factors.data)} onCodes={setCodes} />
          <PasskeysPart passkeys={factors.data.passkeys} hasFactor={hasFactor(factors.data)} onCodes={setCodes} />
          {hasFactor(factors.data) && <RecoveryCodesPart left={factors.data.recoveryCodesLeft} onCodes={setCodes} />}
        </>
      )}
    </Panel>
  );
}
