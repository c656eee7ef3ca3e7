import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useNavigate } from '@tanstack/react-router';
import { DoneIcon, hidden } from '@tenbin/ui';
import { useText } from '../app/text.ts';
import { pageOfStep, type StepState } from './use-onboarding.ts';

/** The steps of the way in; the next one stands out, and leads to where it is taken. */
export function GuideSteps({ steps }: { steps: readonly StepState[] }) {
  const text = useText('dashboard');
  const navigate = useNavigate();
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Box component="ol" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 2.5 }}>
      {steps.map(({ step, isDone }, index) => {
        return (
          <Box
            component="li"
            key={step}
            aria-current={index === next ? 'step' : undefined}
            sx={{ display: 'grid', gridTemplateColumns: '32px 1fr', gap: 1.5, alignItems: 'start' }}
          >
            <StepSign index={index} done={isDone} here={index === next} />
            <div>
              <Typography sx={{ fontWeight: 600 }}>{text(`${step}Step`)}</Typography>
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {text(`${step}StepHelp`)}
              </Typography>
              {!isDone && step !== 'again' && (
                <Button
                  variant={index === next ? 'contained' : 'outlined'}
                  sx={{ mt: 1.5 }}
                  onClick={() => void navigate({ to: pageOfStep[step] })}
                >
                  {text(`${step}StepGo`)}
                </Button>
              )}
            </div>
          </Box>
        );
      })}
    </Box>
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
