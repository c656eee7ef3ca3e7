import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import type { Mapped, PasskeyOfUser } from '@tenbin/contract';
import { formatDate, useToast } from '@tenbin/ui';
import { useState } from 'react';
import { keyOf } from '../app/query.ts';
import { hasPasskeys } from '../session/passkey.ts';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyName } from './passkey-name.tsx';
import { ProofForm } from './proof-form.tsx';
import { useSecurityRoutes } from './security-routes.ts';
import { useText } from './text.ts';

interface PasskeysPartProps {
  readonly passkeys: readonly Mapped<PasskeyOfUser>[];
  readonly hasFactor: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
}

/** The passkeys that there are, and how to add one. */
export function PasskeysPart({ passkeys, hasFactor, onCodes }: PasskeysPartProps) {
  const text = useText('security');
  const [isOpen, setOpen] = useState(false);
  return (
    <Box component="section" sx={{ mt: 3 }}>
      <strong>{text('passkeys')}</strong>
      <Box sx={{ fontSize: 14, color: 'text.secondary', mb: 1 }}>{text(hasPasskeys() ? 'passkeysHelp' : 'noPasskeysHere')}</Box>
      {passkeys.length > 0 && (
        <Box component="ul" aria-label={text('passkeys')} sx={{ m: 0, mb: 2, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </Box>
      )}
      {isOpen ? (
        <AddPasskey asksCode={hasFactor} onCodes={onCodes} onClose={() => setOpen(false)} />
      ) : (
        <Button variant="outlined" disabled={!hasPasskeys()} onClick={() => setOpen(true)}>
          {text('addPasskey')}
        </Button>
      )}
    </Box>
  );
}

function PasskeyRow({ passkey: { id, name, createdAt, lastUsedAt } }: { readonly passkey: Mapped<PasskeyOfUser> }) {
  const text = useText('security');
  const routes = useSecurityRoutes();
  const toast = useToast();
  const queries = useQueryClient();
  const [open, setOpen] = useState<'name' | 'removal' | null>(null);
  const close = () => setOpen(null);
  return (
    <li>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', columnGap: 2 }}>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {name}
          <Box sx={{ fontSize: 14, color: 'text.secondary' }}>
            {text('addedAt', { at: formatDate(createdAt) })}
            {lastUsedAt !== null && ` · ${text('usedAt', { at: formatDate(lastUsedAt) })}`}
          </Box>
        </Box>
        <span>
          <Button aria-label={text('renamePasskey', { name })} onClick={() => setOpen('name')}>
            {text('rename')}
          </Button>
          <Button color="error" aria-label={text('removePasskey', { name })} onClick={() => setOpen('removal')}>
            {text('remove')}
          </Button>
        </span>
      </Box>
      {open === 'name' && <PasskeyName id={id} name={name} onClose={close} />}
      {open === 'removal' && (
        <ProofForm
          route={routes.removePasskey}
          id={id}
          submit={text('remove')}
          danger
          onDone={() => {
            toast('success', text('passkeyRemoved', { name }));
            void queries.invalidateQueries({ queryKey: keyOf(routes.factors) });
          }}
          onClose={close}
        >
          {text('removePasskeyHelp')}
        </ProofForm>
      )}
    </li>
  );
}
