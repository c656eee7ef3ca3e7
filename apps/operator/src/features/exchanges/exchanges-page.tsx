import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { PageLink, PageTitle, query } from '@tenbin/app-kit';
import { listPlatformExchanges } from '@tenbin/contract';
import { Empty, Failure, formatNumber, Loading, Panel, SmallTable } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { useMayOperate } from '../../app/use-self.ts';

const whole = (count: number): string => formatNumber(count, { digits: 0 });

export function ExchangesPage() {
  const text = useText('machine');
  const mayOperate = useMayOperate();
  const all = useQuery(query(listPlatformExchanges, {}));
  return (
    <>
      <PageTitle
        title={text('exchanges')}
        action={
          mayOperate && (
            <Button component={Link} to="/exchanges/new" variant="contained">
              {text('newExchange')}
            </Button>
          )
        }
      />
      <Panel>
        {all.isPending && <Loading what={text('exchanges')} rows={4} height={44} />}
        {all.isLoadingError && <Failure what={text('exchanges')} error={all.error} onRetry={() => void all.refetch()} />}
        {all.data?.length === 0 && <Empty title={text('noExchanges')}>{text('noExchangesHelp')}</Empty>}
        {all.data && all.data.length > 0 && (
          <SmallTable
            lined
            stacked="named"
            label={text('exchanges')}
            heads={[text('name'), text('adapter'), text('organizations'), text('keys'), text('bots'), text('running'), text('state')]}
            rows={all.data.map(({ id, name, ccxtId, enabled, use }) => ({
              key: id,
              cells: [
                <PageLink key="name" to="/exchanges/$id" params={{ id }}>
                  {name}
                </PageLink>,
                ccxtId,
                whole(use.organizations),
                whole(use.accounts),
                whole(use.bots),
                whole(use.busyBots),
                text(enabled ? 'on' : 'off'),
              ],
            }))}
          />
        )}
      </Panel>
    </>
  );
}
