import Box from '@mui/material/Box';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import { createLink, useLocation } from '@tanstack/react-router';
import { hidden, NewTabIcon } from '@tenbin/ui';
import { useInstallation } from '../app/installation.ts';
import { useLogo } from '../app/use-logo.ts';
import { useKitText } from '../words/text.ts';
import { type Navigation, type NavigationEntry, sectionOf } from './navigation.ts';

const EntryLink = createLink(ListItemButton);

const look = {
  minHeight: 44,
  px: 1.5,
  gap: 1.25,
  borderRadius: 1,
  fontSize: 14,
  color: 'text.secondary',
  '&[aria-current]': { color: 'primary.main', bgcolor: 'color-mix(in srgb, currentColor 10%, transparent)', fontWeight: 600 },
} as const;

interface SideNavigationProps {
  readonly navigation: Navigation;
  /** Only the icons, with the names for screen readers and on hover. */
  readonly narrow?: boolean;
  readonly onChosen?: () => void;
}

export function SideNavigation({ navigation, narrow = false, onChosen }: SideNavigationProps) {
  const text = useKitText('kit');
  const { brand } = useInstallation();
  const logo = useLogo();
  const { pathname } = useLocation();
  const { work, read } = navigation;
  const section = sectionOf(navigation, pathname);
  return (
    <Box
      component="nav"
      aria-label={text('navigation')}
      sx={{ display: 'flex', flexDirection: 'column', height: '100%', overflowY: 'auto', overflowX: 'hidden' }}
    >
      <Box
        sx={{
          height: 64,
          flexShrink: 0,
          display: 'flex',
          alignItems: 'center',
          justifyContent: narrow ? 'center' : 'flex-start',
          px: narrow ? 0 : 2.5,
        }}
      >
        <img src={narrow ? logo.symbol : logo.sideNav} alt={brand.name} height={30} style={{ maxWidth: '100%', objectFit: 'contain' }} />
      </Box>
      <EntryList entries={work} section={section} narrow={narrow} onChosen={onChosen} />
      <Divider sx={{ mx: 2, my: 1 }} />
      <EntryList entries={read} section={section} narrow={narrow} onChosen={onChosen} />
    </Box>
  );
}

interface EntryListProps {
  readonly entries: readonly NavigationEntry[];
  /** Which of them the page belongs to. */
  readonly section: NavigationEntry | null;
  readonly narrow: boolean;
  readonly onChosen: (() => void) | undefined;
}

function EntryList({ entries, section, narrow, onChosen }: EntryListProps) {
  const text = useKitText('kit');
  return (
    <List sx={{ px: 1, py: 0.5 }}>
      {entries.map((entry) => {
        const { label, target, icon: Icon } = entry;
        const words = narrow ? (
          <span style={hidden}>{label}</span>
        ) : (
          <Box component="span" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {label}
          </Box>
        );
        const hint = narrow ? label : undefined;
        return (
          <ListItem key={label} disablePadding sx={{ mb: 0.25 }}>
            {target?.kind === 'page' && (
              <EntryLink
                to={target.to}
                aria-current={entry === section ? true : undefined}
                activeOptions={{ exact: true, includeSearch: false }}
                onClick={onChosen}
                title={hint}
                sx={look}
              >
                <Icon fontSize="small" aria-hidden />
                {words}
              </EntryLink>
            )}
            {target?.kind === 'address' && (
              <ListItemButton component="a" href={target.href} target="_blank" rel="noopener" title={hint} sx={look}>
                <Icon fontSize="small" aria-hidden />
                {words}
                <span style={hidden}>({text('newTab')})</span>
                {!narrow && <NewTabIcon aria-hidden sx={{ fontSize: 14, ml: 'auto', opacity: 0.6 }} />}
              </ListItemButton>
            )}
            {target === null && (
              <ListItemButton component="span" disabled aria-disabled title={`${label}: ${text('notYet')}`} sx={look}>
                <Icon fontSize="small" aria-hidden />
                {words}
                <Box component="span" sx={narrow ? hidden : { ml: 'auto', whiteSpace: 'nowrap' }}>
                  {text('notYet')}
                </Box>
              </ListItemButton>
            )}
          </ListItem>
        );
      })}
    </List>
  );
}
