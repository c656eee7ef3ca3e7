import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useToast } from '@tenbin/ui';
import { useText } from './text.ts';

/** Shown once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = useText('security');
  const toast = useToast();
  const copy = async () => {
    await navigator.clipboard.writeText(codes.join('\n'));
    toast('success', text('codesCopied'));
  };
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      <Alert severity="warning">{text('keepCodes')}</Alert>
      <Box
        component="ul"
        aria-label={text('recoveryCodes')}
        sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1, gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))' }}
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Box>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button variant="outlined" onClick={() => void copy().catch(() => toast('error', text('codesNotCopied')))}>
          {text('copyCodes')}
        </Button>
        <Button variant="contained" onClick={onKept}>
          {text('codesKept')}
        </Button>
      </Box>
    </Box>
  );
}
