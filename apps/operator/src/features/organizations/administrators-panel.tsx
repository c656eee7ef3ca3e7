import { useQuery } from '@tanstack/react-query';
import { query } from '@tenbin/app-kit';
import { listOrganizationAdministrators } from '@tenbin/contract';
import { Empty, Failure, formatDay, Loading, Panel, SmallTable } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** Who administers an organization, to be looked at: they change it among themselves. */
export function AdministratorsPanel({ organizationId }: { readonly organizationId: string }) {
  const text = useText('platform');
  const roleText = useText('shell');
  const members = useQuery(query(listOrganizationAdministrators, { params: { id: organizationId } }));
  return (
    <Panel title={text('administrators')}>
      {members.isPending && <Loading what={text('administrators')} rows={2} height={44} />}
      {members.isLoadingError && <Failure what={text('administrators')} error={members.error} onRetry={() => void members.refetch()} />}
      {members.data?.length === 0 && <Empty title={text('noAdministrators')}>{text('noAdministratorsHelp')}</Empty>}
      {members.data && members.data.length > 0 && (
        <SmallTable
          lined
          stacked="named"
          label={text('administrators')}
          heads={[text('email'), text('role'), text('secondFactor'), text('since')]}
          rows={members.data.map(({ id, email, role, isInvited, hasFactor, createdAt }) => ({
            key: id,
            cells: [
              email,
              isInvited ? text('invitedAs', { role: roleText(`role_${role}`) }) : roleText(`role_${role}`),
              text(hasFactor ? 'yes' : 'no'),
              formatDay(createdAt),
            ],
          }))}
        />
      )}
    </Panel>
  );
}
