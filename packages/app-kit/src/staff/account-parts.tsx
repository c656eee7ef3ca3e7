import Box from '@mui/material/Box';
import { PageLink } from '../router/page-link.tsx';
import { useText } from './text.ts';

/** The pages of one's account. */
export function AccountParts() {
  const text = useText('account');
  const kitText = useText('kit');
  const securityText = useText('security');
  return (
    <Box
      component="nav"
      aria-label={text('parts')}
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, mb: 2, '& [aria-current]': { fontWeight: 600 } }}
    >
      <PageLink to={securityPage}>{securityText('title')}</PageLink>
      <PageLink to={displayPage}>{kitText('display')}</PageLink>
    </Box>
  );
}

/** Pages of every front end that has these parts. */
const securityPage = '/account/security' as '/';
const displayPage = '/display' as '/';
