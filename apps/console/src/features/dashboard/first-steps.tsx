import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { DoneIcon, hidden, Panel } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** The way in, for a first visit. */
export function FirstSteps({ hasBot }: { hasBot: boolean }) {
  const text = useText('dashboard');
  const navigate = useNavigate();
  const here = hasBot ? 2 : 1;
  const steps = ['firstStep1', 'firstStep2', 'firstStep3'] as const;
  return (
    <Panel title={text('firstTitle')}>
      <Typography variant="body2" sx={{ color: 'text.secondary', mb: 2.5 }}>
        {text('firstHelp')}
      </Typography>
      <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2.5 }}>
        {steps.map((step, index) => (
          <Box
            component="li"
            key={step}
            aria-current={index === here ? 'step' : undefined}
            sx={{ display: 'grid', gridTemplateColumns: '32px 1fr', gap: 1.5, alignItems: 'start' }}
          >
            <StepSign index={index} done={index < here} here={index === here} />
            <div>
              <Typography sx={{ fontWeight: 600 }}>{text(step)}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {text(`${step}Help`)}
              </Typography>
              {index === here && (
                <Button variant="contained" sx={{ mt: 1.5 }} onClick={() => void navigate({ to: hasBot ? '/bots/' : '/bots/new' })}>
                  {text(hasBot ? 'toBots' : 'setUp')}
                </Button>
              )}
            </div>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}

function StepSign({ index, done, here }: { index: number; done: boolean; here: boolean }) {
  const text = useText('dashboard');
  if (done)
    return (
      <>
        <DoneIcon aria-hidden color="success" />
        <span style={hidden}>{text('done')}</span>
      </>
    );
  return (
    <Box
      sx={{
        width: 26,
        height: 26,
        borderRadius: '50%',
        display: 'grid',
        placeItems: 'center',
        fontSize: 14,
        fontWeight: 600,
        border: '1px solid',
        borderColor: here ? 'primary.main' : 'divider',
        color: here ? 'primary.main' : 'text.secondary',
      }}
    >
      {index + 1}
    </Box>
  );
}
