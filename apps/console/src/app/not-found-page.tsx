import Button from '@mui/material/Button';
import { Empty } from '@tenbin/ui';
import { useText } from './text.ts';

export function NotFoundPage() {
  const text = useText('shell');
  return (
    <main>
      <Empty
        title={text('notFound')}
        action={
          <Button variant="contained" href="/">
            {text('toDashboard')}
          </Button>
        }
      >
        {text('notFoundHelp')}
      </Empty>
    </main>
  );
}
