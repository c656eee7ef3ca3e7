import { Failure, Loading } from '@tenbin/ui';
import { useKitText } from '../words/text.ts';

/** Whether the server can be reached at all, whatever it says. */
export const serverAnswers = (): Promise<boolean> =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** A screen that broke: the rest stays usable. It is loaded anew only where there is a connection to do so. */
export function PageFailure({ error }: { error: unknown }) {
  const text = useKitText('kit');
  const loadAnew = async () => {
    if (await serverAnswers()) location.reload();
  };
  return <Failure what={text('thisPage')} error={error} onRetry={() => void loadAnew()} />;
}

/** While a screen's scripts are on their way. */
export function PagePending() {
  const text = useKitText('kit');
  return <Loading what={text('thisPage')} rows={4} height={72} />;
}
