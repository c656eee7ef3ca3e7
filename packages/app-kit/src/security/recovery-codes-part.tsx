import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keyOf } from '../app/query.ts';
import { ProofForm } from './proof-form.tsx';
import { useSecurityRoutes } from './security-routes.ts';
import { useText } from './text.ts';

/** How many are left, and new ones in their place. */
export function RecoveryCodesPart({ left, onCodes }: { left: number; onCodes: (codes: readonly string[]) => void }) {
  const text = useText('security');
  const routes = useSecurityRoutes();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <strong>{text('recoveryCodes')}</strong>
      <Box sx={{ fontSize: 14, color: left > 2 ? 'text.secondary' : 'error.main', mb: 1 }}>{text('codesLeft', { count: left })}</Box>
      {isOpen ? (
        <ProofForm
          route={routes.renewRecoveryCodes}
          submit={text('renewCodes')}
          onDone={({ recoveryCodes }) => {
            onCodes(recoveryCodes);
            void queries.invalidateQueries({ queryKey: keyOf(routes.factors) });
          }}
          onClose={() => setOpen(false)}
        >
          {text('renewCodesHelp')}
        </ProofForm>
      ) : (
        <Button variant="outlined" onClick={() => setOpen(true)}>
          {text('renewCodes')}
        </Button>
      )}
    </Box>
  );
}
