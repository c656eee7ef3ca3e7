import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { query, saveFile } from '@tenbin/app-kit';
import { ProofForm } from '@tenbin/app-kit/security';
import { exportSelf, getFactors } from '@tenbin/contract';
import { Failure, formatDay, Loading, Panel, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { useText } from '../../app/text.ts';

/** Everything that is kept of somebody, as a file for themselves. */
export function ExportPanel() {
  const text = useText('security');
  const toast = useToast();
  const factors = useQuery(query(getFactors, {}));
  const [isOpen, setOpen] = useState(false);
  return (
    <Panel title={text('export')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 1.5 }}>
        {text('exportHelp')}
      </Typography>
      {!isOpen && (
        <Button variant="outlined" onClick={() => setOpen(true)}>
          {text('exportStart')}
        </Button>
      )}
      {isOpen && factors.isPending && <Loading what={text('factors')} rows={2} height={48} />}
      {isOpen && factors.isLoadingError && <Failure what={text('factors')} error={factors.error} onRetry={() => void factors.refetch()} />}
      {isOpen && factors.data && (
        <ProofForm
          route={exportSelf}
          submit={text('exportSave')}
          asksCode={factors.data.passkeys.length > 0 || factors.data.authenticator !== null}
          onDone={(account) => {
            saveFile(`account-${formatDay(new Date())}.json`, account);
            setOpen(false);
            toast('success', text('exported'));
          }}
          onClose={() => setOpen(false)}
        >
          {text('exportBefore')}
        </ProofForm>
      )}
    </Panel>
  );
}
