import Box from '@mui/material/Box';
import { PageLink } from '@tenbin/app-kit';
import type { Mapped, UserEvent } from '@tenbin/contract';
import { formatDate, useI18n } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

interface EventFactsProps {
  readonly facts: Mapped<UserEvent>['facts'];
  readonly userId: string;
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const momentPattern = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** What an act was about, but for ids, which say nothing to anybody; a stop leads to its receipt. */
export function EventFacts({ facts, userId }: EventFactsProps) {
  const text = useText('users');
  const i18n = useI18n();
  const nameOf = (name: string): string => (i18n.exists(`fact_${name}`, { ns: 'users' }) ? i18n.t(`fact_${name}`, { ns: 'users' }) : name);
  const said = Object.entries(facts).flatMap(([name, value]) => {
    const shown = String(value ?? '');
    return shown === '' || idPattern.test(shown) ? [] : [`${nameOf(name)}: ${momentPattern.test(shown) ? formatDate(shown) : shown}`];
  });
  const { stopId } = facts;
  if (said.length === 0 && typeof stopId !== 'string') return null;
  return (
    <Box sx={{ color: 'text.secondary' }}>
      {said.join(' · ')}
      {typeof stopId === 'string' && (
        <>
          {said.length > 0 && ' · '}
          <PageLink to="/users/$userId" params={{ userId }} search={{ stop: stopId }}>
            {text('fact_stopId')}
          </PageLink>
        </>
      )}
    </Box>
  );
}
