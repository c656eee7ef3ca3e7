import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { formatDate, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { keyOf } from '../app/query.ts';
import { ProofForm } from './proof-form.tsx';
import { useSecurityRoutes } from './security-routes.ts';
import { SetUpAuthenticator } from './set-up-authenticator.tsx';
import { useText } from './text.ts';

interface AuthenticatorPartProps {
  readonly authenticator: { readonly createdAt: string } | null;
  readonly hasFactor: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** An authenticator app, or how to set one up. */
export function AuthenticatorPart({ authenticator, hasFactor, onCodes }: AuthenticatorPartProps) {
  const text = useText('security');
  const routes = useSecurityRoutes();
  const toast = useToast();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const done = (says: string) => {
    close();
    toast('success', says);
    void queries.invalidateQueries({ queryKey: keyOf(routes.factors) });
  };
  const { label, state } = authenticator
    ? { label: text('removeAuthenticator'), state: text('authenticatorSince', { at: formatDate(authenticator.createdAt) }) }
    : { label: text('setUpAuthenticator'), state: text('authenticatorOff') };
  return (
    <section>
      <strong>{text('authenticator')}</strong>
      <Box sx={{ fontSize: 14, color: 'text.secondary', mb: 1 }}>{state}</Box>
      {!isOpen && (
        <Button variant="outlined" color={authenticator ? 'error' : 'primary'} onClick={() => setOpen(true)}>
          {label}
        </Button>
      )}
      {isOpen && authenticator && (
        <ProofForm
          route={routes.removeAuthenticator}
          submit={label}
          danger
          onDone={() => done(text('authenticatorRemoved'))}
          onClose={close}
        >
          {text('removeAuthenticatorHelp')}
        </ProofForm>
      )}
      {isOpen && !authenticator && (
        <SetUpAuthenticator
          asksCode={hasFactor}
          onDone={(codes) => {
            onCodes(codes);
            done(text('authenticatorAdded'));
          }}
          onClose={close}
        />
      )}
    </section>
  );
}
