import Box from '@mui/material/Box';
import type { AuditEntry, Mapped } from '@tenbin/contract';
import { FactList, formatDate } from '@tenbin/ui';
import { useText } from './text.ts';
import type { ActNames } from './use-act-names.ts';

interface AuditRowProps {
  readonly entry: Mapped<AuditEntry>;
  readonly names: ActNames;
  /** Whose log it stands in, where there are several. */
  readonly owner?: string;
}

/** An entry in two lines, which opens to all that is known of it. */
export function AuditRow({ entry, names: { actionOf, factOf, refusalOf, roleOf, wordOf }, owner }: AuditRowProps) {
  const text = useText('audit');
  const { at, actor, actorId, actorEmail, role, action, refusal, reason, network, agent, sessionId, facts, people } = entry;
  const named = [...new Set(Object.values(people))].filter((email) => email !== actorEmail);
  const nameOfFact = (name: string): string => {
    const [, changed, when] = /^(.+)(Before|After)$/.exec(name) ?? [];
    return changed && when ? text(when === 'Before' ? 'factBefore' : 'factAfter', { name: factOf(changed) }) : factOf(name);
  };
  const who = actorEmail ?? text(`actor_${actor}`);
  const more = [
    ...(reason === null ? [] : [{ name: text('reason'), value: reason }]),
    ...(role === null ? [] : [{ name: text('role'), value: roleOf(role) }]),
    ...(network === null ? [] : [{ name: text('network'), value: network }]),
    ...(agent === null ? [] : [{ name: text('agent'), value: agent }]),
    ...(sessionId === null ? [] : [{ name: text('session'), value: sessionId }]),
    ...(actorId === null ? [] : [{ name: text('actorId'), value: actorId }]),
    { name: text('call'), value: action },
    ...Object.entries(facts).map(([name, value]) => ({
      id: `fact ${name}`,
      name: nameOfFact(name),
      value: people[String(value)] ?? wordOf(name, String(value)),
    })),
  ];
  return (
    <Box component="li" sx={{ borderTop: '1px solid', borderColor: 'divider', px: { xs: 2, sm: 2.5 }, py: 1.25, fontSize: 14 }}>
      <Box component="details" sx={{ '& summary': { cursor: 'pointer' }, '& dd': { overflowWrap: 'anywhere' } }}>
        <summary>
          <Box component="span" sx={{ fontWeight: 600 }}>
            {actionOf(action)}
          </Box>{' '}
          <Box component="span" sx={{ color: refusal === null ? 'text.secondary' : 'error.main' }}>
            {refusal === null ? text('done') : text('refusedWith', { why: refusalOf(refusal) })}
          </Box>
          <Box sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
            {formatDate(at)} · {owner !== undefined && `${owner} · `}
            {who}
            {named.length > 0 && ` → ${named.join(', ')}`}
          </Box>
        </summary>
        <FactList beside facts={more} sx={{ mt: 1 }} />
      </Box>
    </Box>
  );
}
