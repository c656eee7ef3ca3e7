import { DisplaySettings, PageTitle } from '@tenbin/app-kit';
import { AccountParts } from '@tenbin/app-kit/staff';
import { useText } from '../../app/text.ts';
import { useSelf } from '../../app/use-self.ts';

export function DisplayPage() {
  const text = useText('kit');
  return (
    <>
      <PageTitle title={text('display')} />
      {!useSelf().data?.mustAddFactor && <AccountParts />}
      <DisplaySettings />
    </>
  );
}
