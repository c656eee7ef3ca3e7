import { PageLink } from '@tenbin/app-kit';
import { HelpIcon } from '@tenbin/ui';
import { useText } from '../app/text.ts';

/** Beside a word that has to be explained: what it means, on the help page in a tab of its own, so that nothing entered here is left. */
export function HelpLink({ topic }: { topic: 'whatIsBp' | 'orderWidth' }) {
  const text = useText('help');
  const kitText = useText('kit');
  const says = text(topic === 'whatIsBp' ? 'bpTitle' : 'widthTitle');
  return (
    <PageLink
      to="/help"
      hash={topic}
      target="_blank"
      rel="noopener"
      aria-label={`${says} (${kitText('newTab')})`}
      title={says}
      sx={{ display: 'inline-flex', p: 0.5, color: 'text.secondary' }}
    >
      <HelpIcon fontSize="small" />
    </PageLink>
  );
}
