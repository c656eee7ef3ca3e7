import { Shell } from '@tenbin/app-kit';
import { useText } from '../app/text.ts';
import { useSelf } from '../app/use-self.ts';
import { navigationOf } from './navigation.ts';

export function AdminShell() {
  const text = useText('shell');
  const kitText = useText('kit');
  const { data: self } = useSelf();
  return (
    <Shell
      userId={self?.id}
      mayFollow={self?.mustAddFactor === false}
      navigation={navigationOf(self?.mustAddFactor ? undefined : self?.role, text)}
      menu={{
        who: self && `${self.email} (${text(`role_${self.role}`)})`,
        entries: [
          { label: text('account'), to: '/account/security' },
          { label: kitText('display'), to: '/display' },
        ],
      }}
    />
  );
}
