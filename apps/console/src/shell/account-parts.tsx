import Box from '@mui/material/Box';
import { PageLink } from '@tenbin/app-kit';
import { useText } from '../app/text.ts';

/** The pages of one's account. */
export function AccountParts() {
  const text = useText('account');
  return (
    <Box
      component="nav"
      aria-label={text('parts')}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, mb: 2, '& [aria-current]': { fontWeight: 600 } }}
    >
      <PageLink to="/account" activeOptions={{ exact: true }}>
        {text('profile')}
      </PageLink>
      <PageLink to="/account/security">{text('security')}</PageLink>
      <PageLink to="/account/notifications">{text('notifications')}</PageLink>
      <PageLink to="/account/exchanges">{text('exchanges')}</PageLink>
    </Box>
  );
}
