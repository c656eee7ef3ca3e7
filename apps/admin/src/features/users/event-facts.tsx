import Box from '@mui/material/Box';
import { isId, PageLink } from '@tenbin/app-kit';
import type { AuditEntry } from '@tenbin/contract';
import { useI18n, useLanguage } from '@tenbin/ui';
import { useActNames } from '../../app/act-names.ts';

interface EventFactsProps {
  readonly facts: AuditEntry['facts'];
  readonly userId: string;
}

/** Of what a user owns the log has marks, by which nobody but a search reads what it was and became. */
const marksPattern = /(?:Before|After)$/;

/** What an act was about, but for ids and marks, which say nothing to anybody; a stop leads to its receipt. */
export function EventFacts({ facts, userId }: EventFactsProps) {
  const i18n = useI18n();
  const { factOf: nameOf, wordOf } = useActNames();
  const isJapanese = useLanguage() === 'ja';
  /** Names of fields, as the form has them. */
  const fieldsIn = (list: string): string =>
    list
      .split(',')
      .map((field) => (i18n.exists(field, { ns: 'users' }) ? i18n.t(field, { ns: 'users' }) : nameOf(field)))
      .join(isJapanese ? '、' : ', ');
  const said = Object.entries(facts).flatMap(([name, value]) => {
    const text = String(value ?? '');
    if (text === '' || isId(text) || marksPattern.test(name)) return [];
    return [`${nameOf(name)}: ${name === 'fields' ? fieldsIn(text) : wordOf(name, text)}`];
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
            {nameOf('stopId')}
          </PageLink>
        </>
      )}
    </Box>
  );
}
