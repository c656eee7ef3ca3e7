import { Empty, Panel } from '@tenbin/ui';
import { PageLink } from '../app/page-link.tsx';
import { useText } from '../app/text.ts';

/** Where the address names a bot that is not (any more) there. */
export function BotNotFound() {
  const text = useText('bot');
  return (
    <Panel>
      <Empty title={text('notFound')} action={<PageLink to="/bots/">{text('toBots')}</PageLink>}>
        {text('notFoundHelp')}
      </Empty>
    </Panel>
  );
}
