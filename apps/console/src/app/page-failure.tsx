import { Failure } from '@tenbin/ui';
import { useText } from './text.ts';

/** A screen that broke: the rest of the console stays usable. */
export function PageFailure({ error }: { error: unknown }) {
  const text = useText('shell');
  return <Failure what={text('thisPage')} error={error} onRetry={() => location.reload()} />;
}
