import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { listAllOrganizations } from '@tenbin/contract';
import { Empty, Failure, formatNumber, Loading, Panel, SmallTable } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';

const whole = (count: number): string => formatNumber(count, { digits: 0 });

export function OrganizationsPage() {
  const text = useText('platform');
  const mayOperate = useMayOperate();
  const all = useQuery(query(listAllOrganizations, {}));
  return (
    <>
      <PageTitle
        title={text('organizations')}
        action={
          mayOperate && (
            <Button component={Link} to="/organizations/new" variant="contained">
              {text('newOrganization')}
            </Button>
          )
        }
      />
      <Panel>
        {all.isPending && <Loading what={text('organizations')} rows={5} height={44} />}
        {all.isLoadingError && <Failure what={text('organizations')} error={all.error} onRetry={() => void all.refetch()} />}
        {all.data?.length === 0 && <Empty title={text('noOrganizations')} />}
        {all.data && all.data.length > 0 && (
          <SmallTable
            lined
            stacked="named"
            label={text('organizations')}
            heads={[text('name'), text('plan'), text('state'), text('users'), text('bots'), text('runningBots')]}
            rows={all.data.map(({ id, name, plan, suspendedAt, figures }) => ({
              key: id,
              cells: [
                <PageLink key="name" to="/organizations/$id" params={{ id }}>
                  {name}
                </PageLink>,
                text(`plan_${plan}`),
                text(suspendedAt === null ? 'open' : 'suspended'),
                whole(figures.users),
                whole(figures.bots),
                whole(figures.runningBots),
              ],
            }))}
          />
        )}
      </Panel>
    </>
  );
}
