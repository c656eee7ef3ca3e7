import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageTitle, query } from '@tenbin/app-kit';
import { type ExaminedUser, getUser, type Mapped } from '@tenbin/contract';
import { Failure, Loading, Panel } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { UserActs } from './user-acts.tsx';
import { BotsOfUser, PaymentsOfUser, RebalancesOfUser, SessionsOfUser, TimelineOfUser } from './user-lists.tsx';
import { UserMarks } from './user-marks.tsx';
import { UserNote } from './user-note.tsx';
import { UserPlan } from './user-plan.tsx';
import { UserProfile } from './user-profile.tsx';

const route = getRouteApi('/shell/users/users/$userId');

export function UserPage() {
  const text = useText('users');
  const { userId } = route.useParams();
  const user = useQuery(query(getUser, { params: { id: userId } }));
  if (user.data) return <FoundUser key={userId} user={user.data} />;
  return (
    <>
      <PageTitle title={text('thisUser')} />
      <Panel>
        {user.isPending && <Loading what={text('thisUser')} rows={6} />}
        {user.isLoadingError && <Failure what={text('thisUser')} error={user.error} onRetry={() => void user.refetch()} />}
      </Panel>
    </>
  );
}

function FoundUser({ user }: { readonly user: Mapped<ExaminedUser> }) {
  const { id: userId } = user;
  return (
    <>
      <PageTitle title={user.email} action={<UserActs user={user} />}>
        <UserMarks user={user} />
      </PageTitle>
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
