import { DisplaySettings, PageTitle } from '@tenbin/app-kit';
import { AccountParts } from '@tenbin/app-kit/staff';
import { useText } from '../../app/text.ts';

export function DisplayPage() {
  const text = useText('kit');
  return (
    <>
      <PageTitle title={text('display')} />
      <AccountParts />
      <DisplaySettings />
    </>
  );
}
