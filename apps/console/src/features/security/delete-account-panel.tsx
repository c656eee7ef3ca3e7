import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { query, useApp } from '@tenbin/app-kit';
import { ProofForm } from '@tenbin/app-kit/security';
import { deleteSelf, getFactors } from '@tenbin/contract';
import { Failure, Loading, Panel } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

/** The end of an account. What goes and what stays is said before. */
export function DeleteAccountPanel() {
  const text = useText('security');
  const navigate = useNavigate();
  const { session } = useApp();
  const factors = useQuery(query(getFactors, {}));
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={text('deleteAccount')}>
      {!isOpen && (
        <Button variant="outlined" color="error" onClick={() => setOpen(true)}>
          {text('deleteAccount')}
        </Button>
      )}
      {isOpen && factors.isPending && <Loading what={text('factors')} rows={2} height={48} />}
      {isOpen && factors.isLoadingError && <Failure what={text('factors')} error={factors.error} onRetry={() => void factors.refetch()} />}
      {isOpen && factors.data && (
        <>
          <Alert severity="warning">{text('deleteAccountHelp')}</Alert>
          <ProofForm
            route={deleteSelf}
            submit={text('deleteForGood')}
            danger
            asksCode={factors.data.passkeys.length > 0 || factors.data.authenticator !== null}
            onDone={() => {
              session.end('left');
              void navigate({ to: '/login', state: { farewell: text('accountDeleted') } });
            }}
            onClose={() => setOpen(false)}
          >
            {text('deleteAccountBefore')}
          </ProofForm>
        </>
      )}
    </Panel>
  );
}
