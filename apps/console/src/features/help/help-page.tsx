import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { keyOf, PageTitle, query, useInstallation } from '@tenbin/app-kit';
import { getOwnOrganization } from '@tenbin/contract';
import { Loading, MarkdownText, Panel, useLanguage } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** By the name of its words the topic under which an organization may have a page of its own. */
const topics = [
  ['how', null],
  ['bp', 'whatIsBp'],
  ['width', 'orderWidth'],
  ['stop', null],
  ['risk', null],
] as const;
const ownTopics: readonly string[] = topics.flatMap(([, topic]) => topic ?? []);

/** What a beginner asks: the product's answers, or the organization's own in their place, and what else it has to say. */
export function HelpPage() {
  const text = useText('help');
  const { trial } = useInstallation();
  const language = useLanguage();
  const organization = useQuery({ ...query(getOwnOrganization, {}), queryKey: [...keyOf(getOwnOrganization), 'help', language] });
  const pages = organization.data?.helpPages ?? {};
  const more = Object.entries(pages).filter(([topic]) => !ownTopics.includes(topic));
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={text('title')} />
      <Box sx={{ display: 'grid', gap: 2, '& > *': { scrollMarginTop: '80px' } }}>
        <Panel title={text('guide')}>
          <ol style={{ margin: 0, paddingInlineStart: 20, display: 'grid', gap: 8 }}>
            {(['guide1', 'guide2', 'guide3', 'guide4'] as const).map((step) => (
              <li key={step}>{text(step)}</li>
            ))}
          </ol>
        </Panel>
        {topics.map(([name, topic]) => (
          <div key={name} id={topic ?? name}>
            <Panel title={text(`${name}Title`)}>
              {topic !== null && organization.isPending ? (
                <Loading what={text(`${name}Title`)} rows={2} height={28} />
              ) : topic !== null && pages[topic] ? (
                <MarkdownText>{pages[topic]}</MarkdownText>
              ) : (
                <Typography>{text(name)}</Typography>
              )}
            </Panel>
          </div>
        ))}
        {more.map(([topic, page]) => (
          <div key={topic} id={topic}>
            <Panel>
              <MarkdownText>{page}</MarkdownText>
            </Panel>
          </div>
        ))}
        {trial && (
          <Panel title={text('trialTitle')}>
            <Typography>{text('trial', { times: trial.timeScale })}</Typography>
          </Panel>
        )}
      </Box>
    </Box>
  );
}
