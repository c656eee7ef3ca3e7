import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useErrorText } from '@tenbin/ui';
import { useEffect, useState } from 'react';
import { useApp } from '../app/app-context.tsx';
import { useAction } from '../app/use-action.ts';
import { Problem } from '../forms/problem.tsx';
import { useKitText } from '../words/text.ts';

const secondMs = 1000;

/** Over every page while somebody looks on as its user: as whom, for how long, and the way out. */
export function ViewNotice() {
  const { session } = useApp();
  const view = session.view();
  return view && <Viewing email={view.email} endsAt={Date.parse(view.endsAt)} />;
}

function Viewing({ email, endsAt }: { readonly email: string; readonly endsAt: number }) {
  const text = useKitText('kit');
  const errorText = useErrorText();
  const { client, session, signOut } = useApp();
  const left = useSecondsUntil(endsAt);
  const end = useAction({ mutationFn: () => client.call(signOut, {}), onSuccess: () => session.end('viewed') });
  useEffect(() => {
    if (left === 0) session.end('viewed');
  }, [left, session]);
  return (
    <Box
      component="aside"
      aria-label={text('viewing')}
      sx={{
        position: 'sticky',
        top: 64,
        zIndex: 9,
        px: 2,
        py: 0.75,
        fontSize: 14,
        bgcolor: 'warning.main',
        color: 'warning.contrastText',
        display: 'flex',
        flexWrap: 'wrap',
        columnGap: 2,
        alignItems: 'center',
        justifyContent: 'center',
        overflowWrap: 'anywhere',
      }}
    >
      <span>{text('viewingAs', { email })}</span>
      <Box component="span" role="timer" sx={{ fontVariantNumeric: 'tabular-nums' }}>
        {text('viewEndsIn', { left: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}` })}
      </Box>
      <Button size="small" color="inherit" variant="outlined" loading={end.isPending} onClick={() => end.mutate()}>
        {text('endView')}
      </Button>
      {end.error && <Problem>{errorText(end.error)}</Problem>}
    </Box>
  );
}

function useSecondsUntil(moment: number): number {
  const secondsLeft = () => Math.max(0, Math.ceil((moment - Date.now()) / secondMs));
  const [left, setLeft] = useState(secondsLeft);
  useEffect(() => {
    const timer = setInterval(() => setLeft(secondsLeft()), secondMs);
    return () => clearInterval(timer);
  });
  return left;
}
