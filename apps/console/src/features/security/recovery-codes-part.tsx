import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { keyOf } from '@tenbin/app-kit';
import { getFactors, renewRecoveryCodes } from '@tenbin/contract';
import { useState } from 'react';
import { useText } from '../../app/text.ts';
import { ProofForm } from './proof-form.tsx';

/** How many are left, and new ones in their place. */
export function RecoveryCodesPart({ left, onCodes }: { left: number; onCodes: (codes: readonly string[]) => void }) {
  const text = useText('security');
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <strong>{text('recoveryCodes')}</strong>
      <Box sx={{ fontSize: 14, color: left > 2 ? 'text.secondary' : 'error.main', mb: 1 }}>{text('codesLeft', { count: left })}</Box>
      {isOpen ? (
        <ProofForm
          route={renewRecoveryCodes}
          submit={text('renewCodes')}
          onDone={({ recoveryCodes }) => {
            onCodes(recoveryCodes);
            void queries.invalidateQueries({ queryKey: keyOf(getFactors) });
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
