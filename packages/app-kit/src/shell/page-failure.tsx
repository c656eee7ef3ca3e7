import { Failure } from '@tenbin/ui';
import { serverAnswers } from '../app/server-answers.ts';
import { useKitText } from '../words/text.ts';

/** A screen that broke: the rest stays usable. It is loaded anew only where there is a connection to do so. */
export function PageFailure({ error }: { error: unknown }) {
  const text = useKitText('kit');
  const loadAnew = async () => {
    if (await serverAnswers()) location.reload();
  };
  return <Failure what={text('thisPage')} error={error} onRetry={() => void loadAnew()} />;
}
