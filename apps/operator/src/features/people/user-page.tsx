import Box from '@mui/material/Box';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { UnreadPage } from '@tenbin/app-kit/staff';
import { getPlatformUser } from '@tenbin/contract';
import { FactList, formatDate, formatDay, formatNumber, languageNames, Panel, unknownFigure } from '@tenbin/ui';
import { useOrganizationNames } from '../../app/organization-field.tsx';
import { useText } from '../../app/text.ts';

const route = getRouteApi('/shell/behind/users/$userId');

/** A user of any organization, to be looked at. */
export function UserPage() {
  const text = useText('platform');
  const { userId: id } = route.useParams();
  const nameOf = useOrganizationNames();
  const user = useQuery(query(getPlatformUser, { params: { id } }));
  const dayOr = (moment: string | null) => (moment === null ? unknownFigure : formatDay(moment));
  if (!user.data) return <UnreadPage key={id} what={text('user')} read={user} rows={4} />;
  return (
    <>
      <PageTitle title={user.data.email} />
      <Panel>
        <FactList
          label={text('user')}
          sx={{ gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 200px), 1fr))', overflowWrap: 'anywhere' }}
          facts={[
            { name: text('organization'), value: nameOf(user.data.organization) },
            { name: text('name'), value: `${user.data.lastName} ${user.data.firstName}`.trim() || unknownFigure },
            { name: text('uid'), value: user.data.uid },
            { name: text('language'), value: languageNames[user.data.language] },
            { name: text('since'), value: formatDay(user.data.organizationUserSince) },
            { name: text('verifiedAt'), value: dayOr(user.data.verifiedAt) },
            { name: text('bannedAt'), value: dayOr(user.data.bannedAt) },
            { name: text('lastSeenAt'), value: user.data.lastSeenAt === null ? unknownFigure : formatDate(user.data.lastSeenAt) },
            { name: text('plan'), value: user.data.planName ?? unknownFigure },
            { name: text('bots'), value: text('botsOf', { count: user.data.botCount, running: user.data.runningCount }) },
            { name: text('volumeThisMonth'), value: formatNumber(user.data.volumeThisMonth, { digits: 4 }) },
          ]}
        />
        <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, mt: 2 }}>
          <PageLink to="/organizations/$id" params={{ id: user.data.organization }}>
            {text('organization')}
          </PageLink>
          <PageLink to="/bots" search={{ user: id }}>
            {text('bots')}
          </PageLink>
          <PageLink to="/audit" search={{ about: id }}>
            {text('itsAudit')}
          </PageLink>
        </Box>
      </Panel>
    </>
  );
}
