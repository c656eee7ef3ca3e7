import { Failure } from '@tenbin/ui';
import { serverAnswers } from './server-answers.ts';
import { useText } from './text.ts';

/** A screen that broke: the rest of the console stays usable. It is loaded anew only where there is a connection to do so. */
export function PageFailure({ error }: { error: unknown }) {
  const text = useText('shell');
  const loadAnew = async () => {
    if (await serverAnswers()) location.reload();
  };
  return <Failure what={text('thisPage')} error={error} onRetry={() => void loadAnew()} />;
}
