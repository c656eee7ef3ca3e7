import { Loading } from '@tenbin/ui';
import { useText } from './text.ts';

/** While a screen's scripts are on their way. */
export function PagePending() {
  const text = useText('shell');
  return <Loading what={text('thisPage')} rows={4} height={72} />;
}
