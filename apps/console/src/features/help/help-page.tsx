import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { PageTitle, useInstallation } from '@tenbin/app-kit';
import { Panel } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

const topics = [
  ['howTitle', 'how'],
  ['bpTitle', 'bp'],
  ['widthTitle', 'width'],
  ['stopTitle', 'stop'],
  ['riskTitle', 'risk'],
] as const;

export function HelpPage() {
  const text = useText('help');
  const { trial } = useInstallation();
  return (
    <Box sx={{ maxWidth: 760 }}>
      <PageTitle title={text('title')} />
      <Box sx={{ display: 'grid', gap: 2 }}>
        <Panel title={text('guide')}>
          <ol style={{ margin: 0, paddingInlineStart: 20, display: 'grid', gap: 8 }}>
            {(['guide1', 'guide2', 'guide3', 'guide4'] as const).map((step) => (
              <li key={step}>{text(step)}</li>
            ))}
          </ol>
        </Panel>
        {topics.map(([title, body]) => (
          <Panel key={title} title={text(title)}>
            <Typography>{text(body)}</Typography>
          </Panel>
        ))}
        {trial && (
          <Panel title={text('trialTitle')}>
            <Typography>{text('trial', { times: trial.timeScale })}</Typography>
          </Panel>
        )}
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          <Link href="https://www.tradingview.com/" target="_blank" rel="noopener" color="inherit">
            {text('charts', { name: 'TradingView Lightweight Charts™, © 2025 TradingView, Inc.' })}
          </Link>
        </Typography>
      </Box>
    </Box>
  );
}
