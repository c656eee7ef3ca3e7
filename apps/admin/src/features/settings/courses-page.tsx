import { useText } from '../../app/text.ts';
import { CoursesForm } from './courses-form.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** Ready-made bots that the organization's users may choose from. */
export function CoursesPage() {
  const text = useText('settings');
  return <SettingsFrame title={text('courses')}>{(settings) => <CoursesForm settings={settings} />}</SettingsFrame>;
}
