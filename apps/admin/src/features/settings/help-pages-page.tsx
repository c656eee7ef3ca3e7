import { useText } from '../../app/text.ts';
import { HelpPageForm } from './help-page-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** The organization's own help, which its users read. */
export function HelpPagesPage() {
  const text = useText('settings');
  return <SettingsFrame title={text('helpPages')}>{(settings) => <HelpPageForm settings={settings} />}</SettingsFrame>;
}
