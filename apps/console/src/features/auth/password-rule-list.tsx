import Box from '@mui/material/Box';
import { DoneIcon, hidden, OpenIcon } from '@tenbin/ui';
import { useText } from '../../app/text.ts';
import { passwordRules } from './password-rules.ts';

/** The rules, each ticked off as soon as it is met. */
export function PasswordRuleList({ password }: { password: string }) {
  const text = useText('auth');
  return (
    <Box
      component="ul"
      aria-label={text('passwordRules')}
      sx={{
        m: 0,
        mb: 1.5,
        p: 0,
        listStyle: 'none',
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr))',
        gap: 0.5,
      }}
    >
      {passwordRules.map(({ name, met }) => {
        const done = met(password);
        return (
          <Box
            component="li"
            key={name}
            sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: 14, color: done ? 'success.main' : 'text.secondary' }}
          >
            {done ? <DoneIcon fontSize="inherit" aria-hidden /> : <OpenIcon fontSize="inherit" aria-hidden />}
            {text(name)}
            <span style={hidden}>{text(done ? 'ruleMet' : 'ruleOpen')}</span>
          </Box>
        );
      })}
    </Box>
  );
}
