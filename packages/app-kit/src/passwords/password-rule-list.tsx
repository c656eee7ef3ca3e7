import Box from '@mui/material/Box';
import { brokenPasswordRules, type PasswordRule, passwordRules } from '@tenbin/accounts';
import { DoneIcon, hidden, OpenIcon } from '@tenbin/ui';
import { useText } from './text.ts';

const says = { length: 'ruleLength', upperCase: 'ruleUpperCase', lowerCase: 'ruleLowerCase', digit: 'ruleDigit' } as const satisfies Record<
  PasswordRule,
  string
>;

/** The rules, each ticked off as soon as it is met. */
export function PasswordRuleList({ password }: { password: string }) {
  const text = useText('auth');
  const broken = brokenPasswordRules(password);
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
      {passwordRules.map((rule) => {
        const done = !broken.includes(rule);
        return (
          <Box
            component="li"
            key={rule}
            sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontSize: 14, color: done ? 'success.main' : 'text.secondary' }}
          >
            {done ? <DoneIcon fontSize="inherit" aria-hidden /> : <OpenIcon fontSize="inherit" aria-hidden />}
            {text(says[rule])}
            <span style={hidden}>{text(done ? 'ruleMet' : 'ruleOpen')}</span>
          </Box>
        );
      })}
    </Box>
  );
}
