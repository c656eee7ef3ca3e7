import Button from '@mui/material/Button';
import { useKitText } from '../words/text.ts';
import { Problem } from './problem.tsx';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

/** Logs in with a passkey: beside the password, or in its place. */
export function PasskeyButton(given: Parameters<typeof usePasskeySignIn>[0]) {
  const text = useKitText('kit');
  const { start, isPending, problem } = usePasskeySignIn(given);
  return (
    <>
      {problem && <Problem mb={2}>{problem}</Problem>}
      <Button fullWidth variant="outlined" size="large" loading={isPending} onClick={start} sx={{ minHeight: 48, mb: 3 }}>
        {text('usePasskey')}
      </Button>
    </>
  );
}
