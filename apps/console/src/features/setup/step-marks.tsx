import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useInstallation } from '@tenbin/app-kit';
import { CheckIcon, hidden } from '@tenbin/ui';
import { useText } from '../../app/text.ts';

/** On a phone only the step at hand has room for its name; the others keep it for screen readers. */
const onlyWide = { '@media (max-width:599.95px)': hidden };

/** Where one is in the three steps; steps that are done lead back. */
export function StepMarks({ step, onStep }: { step: number; onStep: (step: number) => void }) {
  const text = useText('setup');
  const { features } = useInstallation().brand;
  return (
    <Box component="ol" aria-label={text('steps')} sx={{ display: 'flex', gap: 1, m: 0, mb: 3, p: 0, listStyle: 'none' }}>
      {(['step1', features.easyBotSetup ? 'step2Courses' : 'step2', 'step3'] as const).map((name, index) => {
        const here = index === step;
        const done = index < step;
        return (
          <Box component="li" key={name} sx={{ flex: { xs: here ? 3 : 1, sm: 1 }, minWidth: 0 }}>
            <ButtonBase
              disabled={!done}
              onClick={() => onStep(index)}
              aria-current={here ? 'step' : undefined}
              sx={{
                width: '100%',
                minHeight: 44,
                justifyContent: 'flex-start',
                textAlign: 'left',
                gap: 0.75,
                pt: 1,
                borderTop: '3px solid',
                borderColor: here || done ? 'primary.main' : 'divider',
                fontSize: 14,
                fontWeight: here ? 600 : 400,
                color: here ? 'text.primary' : 'text.secondary',
              }}
            >
              {done ? <CheckIcon aria-hidden sx={{ fontSize: 16, color: 'primary.main' }} /> : <Box component="span">{index + 1}</Box>}
              <Box component="span" sx={here ? {} : onlyWide}>
                {text(name)}
              </Box>
            </ButtonBase>
          </Box>
        );
      })}
    </Box>
  );
}
