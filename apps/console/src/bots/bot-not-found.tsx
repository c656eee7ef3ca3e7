import { DeadEnd, PageLink } from '@tenbin/app-kit';
import { useText } from '../app/text.ts';

/** Where the address names a bot that is not (any more) there. */
export function BotNotFound() {
  const text = useText('bot');
  return (
    <DeadEnd title={text('notFound')} action={<PageLink to="/bots/">{text('toBots')}</PageLink>}>
      {text('notFoundHelp')}
    </DeadEnd>
  );
}
