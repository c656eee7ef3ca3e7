import Box from '@mui/material/Box';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { isLastOf, type StaffRole } from '@tenbin/accounts';
import type { AnyMemberRoutes, AnyOwnAccountRoutes } from '@tenbin/contract';
import { Failure, Loading, Panel } from '@tenbin/ui';
import { keyOf, query } from '../app/query.ts';
import { PageTitle } from '../shell/page-title.tsx';
import { InviteForm } from './invite-form.tsx';
import { type MemberRole, MemberRow } from './member-row.tsx';
import { useText } from './text.ts';

interface MembersPageProps {
  readonly routes: AnyMemberRoutes;
  readonly getSelf: AnyOwnAccountRoutes['getSelf'];
  readonly roles: readonly MemberRole[];
  /** The role that an invitation offers first. */
  readonly first: StaffRole;
}

/** Who manages something, and in which role. */
export function MembersPage({ routes, getSelf, roles, first }: MembersPageProps) {
  const text = useText('administrators');
  const queries = useQueryClient();
  const members = useQuery(query(routes.list, {}));
  const self = useQuery(query(getSelf, {}));
  const readAgain = () => Promise.all([routes.list, getSelf].map((route) => queries.invalidateQueries({ queryKey: keyOf(route) })));
  return (
    <>
      <PageTitle title={text('title')} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Panel title={text('inviteTitle')}>
          <InviteForm routes={routes} roles={roles} first={first} />
        </Panel>
        <Panel title={text('members')}>
          {members.isPending && <Loading what={text('members')} rows={3} height={72} />}
          {members.isLoadingError && <Failure what={text('members')} error={members.error} onRetry={() => void members.refetch()} />}
          {members.data && (
            <Box component="ul" aria-label={text('members')} sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}>
              {members.data.map((member) => (
                <MemberRow
                  key={member.id}
                  member={member}
                  isLast={isLastOf(members.data, member)}
                  isSelf={self.data?.id === member.id}
                  routes={routes}
                  roles={roles}
                  onChanged={readAgain}
                />
              ))}
            </Box>
          )}
        </Panel>
      </Box>
    </>
  );
}
