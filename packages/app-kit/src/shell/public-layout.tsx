import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { LanguageSwitch, ThemeSwitch, useLanguage } from '@tenbin/ui';
import { useInstallation } from '../app/installation.ts';
import { useLogo } from '../app/use-logo.ts';
import { useKitText } from '../words/text.ts';
import { DraftNotice } from './draft-notice.tsx';
import { StagingNotice } from './staging-notice.tsx';

/**
 * Around the pages before the login: the brand first, one column.
 *
 * @param props - `withLegalLinks`: what an end user agrees to stands below
 */
export function PublicLayout({ withLegalLinks = true }: { readonly withLegalLinks?: boolean }) {
  const text = useKitText('kit');
  const { brand } = useInstallation();
  const isComing = useRouterState({ select: ({ status }) => status === 'pending' });
  const { tagline, signature } = brand.texts[useLanguage()];
  const logo = <img src={useLogo().default} alt={brand.name} height={40} style={{ maxWidth: '100%', objectFit: 'contain' }} />;
  const legal = [
    [text('privacyPolicy'), brand.links.privacyPolicy],
    [text('termsOfService'), brand.links.termsOfService],
    [text('legalNotice'), brand.links.specifiedCommercialTransactionAct],
  ] as const;
  return (
    <Box sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column', bgcolor: 'background.default' }}>
      <DraftNotice />
      <StagingNotice />
      <Box component="header" sx={{ display: 'flex', justifyContent: 'flex-end', gap: 1, p: 1.5 }}>
        <LanguageSwitch />
        <ThemeSwitch />
      </Box>
      <Box
        component="main"
        sx={{ flex: 1, display: 'flex', flexDirection: 'column', alignItems: 'center', px: 2, pt: { xs: 2, sm: '6vh' }, pb: 6 }}
      >
        {brand.links.lp === null ? logo : <Link href={brand.links.lp}>{logo}</Link>}
        {tagline !== '' && <Box sx={{ mt: 1.5, textAlign: 'center', color: 'text.secondary' }}>{tagline}</Box>}
        <Box
          sx={{
            width: '100%',
            maxWidth: 440,
            mt: 4,
            p: { xs: 2.5, sm: 4 },
            bgcolor: 'background.paper',
            border: '1px solid',
            borderColor: 'divider',
            borderRadius: '12px',
          }}
        >
          <Outlet />
        </Box>
      </Box>
      <Box
        component="footer"
        // How far down it stands is known with the page.
        sx={{
          visibility: isComing ? 'hidden' : 'visible',
          display: 'flex',
          flexWrap: 'wrap',
          justifyContent: 'center',
          columnGap: 3,
          rowGap: 1,
          p: 2,
          fontSize: 14,
        }}
      >
        {(withLegalLinks ? legal : []).map(([name, address]) => (
          <Link key={name} href={address} target="_blank" rel="noopener" color="text.secondary">
            {name}
          </Link>
        ))}
      </Box>
      {signature !== '' && (
        <Box sx={{ px: 2, pb: 2, fontSize: 14, textAlign: 'center', whiteSpace: 'pre-line', color: 'text.secondary' }}>{signature}</Box>
      )}
    </Box>
  );
}
