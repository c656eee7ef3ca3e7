import { DisplaySettings, PageTitle } from '@tenbin/app-kit';
import { useChangeLanguage } from '@tenbin/ui';
import { useText } from '../../app/words.ts';

export function DisplayPage() {
  const text = useText('kit');
  const changeLanguage = useChangeLanguage();
  return (
    <>
      <PageTitle title={text('display')} />
      <DisplaySettings onLanguage={(language) => void changeLanguage(language)} />
    </>
  );
}
