import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { given, PageTitle, query } from '@tenbin/app-kit';
import { UnreadPage } from '@tenbin/app-kit/staff';
import { type ExaminedUser, getUser, type Mapped } from '@tenbin/contract';
import { formatDate } from '@tenbin/ui';
import { StopReceipt } from '../../app/stop-receipt.tsx';
import { useText } from '../../app/text.ts';
import { UserActs } from './user-acts.tsx';
import { BotsOfUser, PaymentsOfUser, RebalancesOfUser, SessionsOfUser, TimelineOfUser } from './user-lists.tsx';
import { UserMarks } from './user-marks.tsx';
import { UserNote } from './user-note.tsx';
import { UserPlan } from './user-plan.tsx';
import { UserProfile } from './user-profile.tsx';

const route = getRouteApi('/shell/users/users/$userId');

const refetchMs = 10_000;

/** Suspended, and not yet cancelled at PayPal. */
const isStillCharged = ({ bannedAt, subscription }: Pick<Mapped<ExaminedUser>, 'bannedAt' | 'subscription'>): boolean =>
  bannedAt !== null && subscription?.source === 'paypal' && subscription.endedAt === null;

export function UserPage() {
  const text = useText('users');
  const { userId } = route.useParams();
  const user = useQuery({
    ...query(getUser, { params: { id: userId } }),
    refetchInterval: ({ state }) => (state.data && isStillCharged(state.data) ? refetchMs : false),
  });
  if (user.data) return <FoundUser key={userId} user={user.data} />;
  return <UnreadPage key={userId} what={text('thisUser')} read={user} />;
}

function FoundUser({ user }: { readonly user: Mapped<ExaminedUser> }) {
  const text = useText('users');
  const { id: userId } = user;
  const { stop } = route.useSearch();
  const navigate = route.useNavigate();
  // In the address, so that the receipt is found again.
  const showStop = (id: string | undefined) => void navigate({ search: given({ stop: id }), replace: true, resetScroll: false });
  return (
    <>
      <PageTitle title={user.email} action={<UserActs user={user} onStop={showStop} />}>
        <UserMarks user={user} />
        <BounceNote user={user} />
      </PageTitle>
      <Box sx={{ display: 'grid', gap: 1, '&:not(:empty)': { mb: 2 } }}>
        {isStillCharged(user) && (
          <Alert severity="warning" role="status">
            {text('stillCharged')}
          </Alert>
        )}
        {stop !== undefined && <StopReceipt key={stop} id={stop} onClose={() => showStop(undefined)} />}
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
          alignItems: 'start',
        }}
      >
        <UserProfile user={user} />
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
          <UserPlan user={user} />
          <UserNote user={user} />
        </Box>
        <BotsOfUser userId={userId} />
        <PaymentsOfUser userId={userId} />
        <RebalancesOfUser userId={userId} />
        <SessionsOfUser userId={userId} />
        <TimelineOfUser userId={userId} />
      </Box>
    </>
  );
}

/** Why mails do not reach them, and since when. */
function BounceNote({ user: { bounce } }: { readonly user: Mapped<ExaminedUser> }) {
  const text = useText('users');
  return bounce && <Box sx={{ fontSize: 14 }}>{text('bounceText', { reason: bounce.reason, at: formatDate(bounce.at) })}</Box>;
}
