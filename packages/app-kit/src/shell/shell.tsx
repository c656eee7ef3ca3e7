import Box from '@mui/material/Box';
import Drawer from '@mui/material/Drawer';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import useMediaQuery from '@mui/material/useMediaQuery';
import { Outlet, useLocation } from '@tanstack/react-router';
import {
  contentWidth,
  LanguageSwitch,
  MenuIcon,
  MenuOpenIcon,
  NotificationBell,
  NotificationsProvider,
  OfflineBar,
  ThemeSwitch,
} from '@tenbin/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useInstallation } from '../app/installation.ts';
import { useLogo } from '../app/use-logo.ts';
import { useLive, useLiveUpdates, useNewestFigures } from '../live/use-live.ts';
import { useKitText } from '../words/text.ts';
import { DraftNotice } from './draft-notice.tsx';
import type { Navigation } from './navigation.ts';
import { SideNavigation } from './side-navigation.tsx';
import { StagingNotice } from './staging-notice.tsx';
import { TrialNotice } from './trial-notice.tsx';
import { useLanguageChoice } from './use-language-choice.ts';
import { UserMenu, type UserMenuProps } from './user-menu.tsx';
import { ViewNotice } from './view-notice.tsx';

const widths = { open: 248, narrow: 68 } as const;
const openKey = 'side-navigation';

interface ShellProps {
  /** Whose notifications these are; undefined while that is not known. */
  readonly userId: string | undefined;
  /** False while the server would refuse its events: their second factor is missing, or that is not known yet. */
  readonly mayFollow?: boolean;
  readonly navigation: Navigation;
  readonly menu: UserMenuProps;
  /** What has to be known over every page. */
  readonly banners?: ReactNode;
}

/** Around every page after the login. */
export function Shell({ userId, mayFollow = true, navigation, menu, banners }: ShellProps) {
  const text = useKitText('kit');
  const { brand } = useInstallation();
  const logo = useLogo();
  useLiveUpdates(mayFollow);
  const large = useMediaQuery('(min-width:1200px)', { noSsr: true });
  const [wide, setWide] = useState(() => localStorage.getItem(openKey) !== 'narrow');
  const [drawer, setDrawer] = useState(false);
  const main = useFocusOnNewPage();
  const toggle = () => {
    if (!large) return setDrawer(!drawer);
    localStorage.setItem(openKey, wide ? 'narrow' : 'open');
    setWide(!wide);
  };
  const opened = large ? wide : drawer;
  const width = wide ? widths.open : widths.narrow;
  return (
    <NotificationsProvider of={userId}>
      <SkipLink />
      <Box sx={{ display: 'flex', minHeight: '100dvh' }}>
        {large ? (
          <Box
            sx={{
              width,
              flexShrink: 0,
              position: 'sticky',
              top: 0,
              height: '100dvh',
              bgcolor: 'background.paper',
              borderRight: '1px solid',
              borderColor: 'divider',
              transition: 'width .15s',
            }}
          >
            <SideNavigation navigation={navigation} narrow={!wide} />
          </Box>
        ) : (
          <Drawer open={drawer} onClose={() => setDrawer(false)} slotProps={{ paper: { sx: { width: 280, maxWidth: '85vw' } } }}>
            <SideNavigation navigation={navigation} onChosen={() => setDrawer(false)} />
          </Drawer>
        )}
        <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
          <Box
            component="header"
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 0.5,
              height: 64,
              px: { xs: 1, sm: 2 },
              position: 'sticky',
              top: 0,
              zIndex: 10,
              bgcolor: 'background.default',
              borderBottom: '1px solid',
              borderColor: 'divider',
            }}
          >
            <IconButton onClick={toggle} aria-label={text(opened ? 'closeNavigation' : 'openNavigation')} aria-expanded={opened}>
              {large && wide ? <MenuOpenIcon /> : <MenuIcon />}
            </IconButton>
            <Box sx={{ flex: 1, display: 'flex', pl: 0.5 }}>{!large && <img src={logo.symbol} alt={brand.name} height={28} />}</Box>
            <OwnLanguageSwitch />
            <ThemeSwitch />
            <NotificationBell />
            <UserMenu {...menu} />
          </Box>
          <ViewNotice />
          <ConnectionBar />
          <DraftNotice />
          <StagingNotice />
          <TrialNotice />
          <Box
            component="main"
            id="content"
            ref={main}
            tabIndex={-1}
            sx={{ flex: 1, width: '100%', maxWidth: contentWidth, mx: 'auto', px: { xs: 2, sm: 3 }, pt: { xs: 2, sm: 3 }, pb: 8 }}
          >
            {banners && <Box sx={{ display: 'grid', gap: 1, '&:not(:empty)': { mb: 2 } }}>{banners}</Box>}
            <Outlet />
          </Box>
        </Box>
      </Box>
    </NotificationsProvider>
  );
}

/** Inside of the shell's toasts, unlike the shell itself. */
function OwnLanguageSwitch() {
  return <LanguageSwitch onChoose={useLanguageChoice()} />;
}

function SkipLink() {
  const text = useKitText('kit');
  return (
    <Link
      href="#content"
      sx={{
        position: 'fixed',
        top: -80,
        left: 8,
        zIndex: 2000,
        p: 1.5,
        bgcolor: 'background.paper',
        borderRadius: 1,
        '&:focus': { top: 8 },
      }}
    >
      {text('skip')}
    </Link>
  );
}

function ConnectionBar() {
  const live = useLive();
  const newest = useNewestFigures();
  return live ? null : <OfflineBar since={newest} />;
}

/** A new page is announced and reached by keyboard: the focus moves to its content. */
function useFocusOnNewPage() {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current !== pathname) main.current?.focus({ preventScroll: true });
    before.current = pathname;
  }, [pathname]);
  return main;
}
