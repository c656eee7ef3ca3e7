import { PageTitle, useInstallation } from '@tenbin/app-kit';
import { Empty, Panel } from '@tenbin/ui';
import { useText } from '../../app/words.ts';

export function OverviewPage() {
  const text = useText('admin');
  const { organizationName } = useInstallation();
  return (
    <>
      <PageTitle title={text('overview')} />
      <Panel>
        <Empty title={text('signedIn', { name: organizationName })}>{text('toCome')}</Empty>
      </Panel>
    </>
  );
}
