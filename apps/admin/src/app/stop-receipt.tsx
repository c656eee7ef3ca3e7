import { StopReceipt as AnyStopReceipt } from '@tenbin/app-kit/staff';
import { getStop } from '@tenbin/contract';
import { useText } from './text.ts';

export function StopReceipt(props: { readonly id: string; readonly onClose: () => void }) {
  return <AnyStopReceipt {...props} read={getStop} text={useText('administeredBots')} />;
}
