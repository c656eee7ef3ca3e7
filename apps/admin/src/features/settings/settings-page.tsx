import { useText } from '../../app/text.ts';
import { GeneralForm } from './general-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** What holds for the whole organization. */
export function SettingsPage() {
  const text = useText('settings');
  return <SettingsFrame title={text('title')}>{(settings) => <GeneralForm settings={settings} />}</SettingsFrame>;
}
