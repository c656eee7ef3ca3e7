import Chip from '@mui/material/Chip';
import type { AdministeredUser, Mapped } from '@tenbin/contract';
import { useText } from '../../app/text.ts';

/** How a user stands out, in words. */
export function UserMarks({ user }: { user: Pick<Mapped<AdministeredUser>, 'bannedAt' | 'verifiedAt' | 'isFlagged' | 'bounce'> }) {
  const text = useText('users');
  return (
    <>
      {user.bannedAt !== null && <Chip size="small" color="error" variant="outlined" label={text('banned')} sx={{ mr: 0.5 }} />}
      {user.isFlagged && <Chip size="small" color="warning" variant="outlined" label={text('flagged')} sx={{ mr: 0.5 }} />}
      {user.bounce !== null && (
        <Chip size="small" color="warning" variant="outlined" label={text('bouncing')} title={user.bounce.reason} sx={{ mr: 0.5 }} />
      )}
      {user.verifiedAt === null && <Chip size="small" variant="outlined" label={text('unverified')} />}
    </>
  );
}
