import { Shell } from '@tenbin/app-kit';
import { DashboardIcon, LanguageSwitch } from '@tenbin/ui';
import { useText } from '../app/words.ts';

export function OperatorShell() {
  const text = useText('operator');
  const kitText = useText('kit');
  return (
    <Shell
      navigation={{ work: [{ label: text('overview'), icon: DashboardIcon, target: { kind: 'page', to: '/' } }], read: [] }}
      menu={{ who: undefined, entries: [{ label: kitText('display'), to: '/display' }] }}
      language={<LanguageSwitch />}
    />
  );
}
