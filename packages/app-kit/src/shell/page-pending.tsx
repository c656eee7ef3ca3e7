import { Loading } from '@tenbin/ui';
import { useKitText } from '../words/text.ts';

/** While a screen's scripts are on their way. */
export function PagePending() {
  const text = useKitText('kit');
  return <Loading what={text('thisPage')} rows={4} height={72} />;
}
