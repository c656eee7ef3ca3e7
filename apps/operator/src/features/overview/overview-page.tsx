import { PageTitle } from '@tenbin/app-kit';
import { Empty, Panel } from '@tenbin/ui';
import { useText } from '../../app/words.ts';

export function OverviewPage() {
  const text = useText('operator');
  return (
    <>
      <PageTitle title={text('overview')} />
      <Panel>
        <Empty title={text('signedIn')}>{text('toCome')}</Empty>
      </Panel>
    </>
  );
}
