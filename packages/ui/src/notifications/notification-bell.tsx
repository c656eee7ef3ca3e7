import { mdiBellOutline } from '@mdi/js';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import Popover from '@mui/material/Popover';
import Typography from '@mui/material/Typography';
import { createSvgIcon } from '@mui/material/utils';
import { useId, useState } from 'react';
import { Empty } from '../components/states.tsx';
import { hidden } from '../components/visually-hidden.ts';
import { formatDate } from '../format/dates.ts';
import { useNotificationText, useUiText } from '../words/ui-text.ts';
import { useNotifications } from './notifications-provider.tsx';
import { severities } from './snackbar.tsx';

const BellIcon = createSvgIcon(<path d={mdiBellOutline} />, 'BellIcon');

/** How many came that nobody has looked at, and, when it is pressed, the last that were told. */
export function NotificationBell() {
  const text = useNotificationText('notifications');
  const uiText = useUiText('ui');
  const [{ last, unread }, change] = useNotifications();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const title = useId();
  const close = () => {
    setAnchor(null);
    change({ kind: 'read', at: Date.now() });
  };
  const newest = unread === 0 ? undefined : last.find(({ widget }) => widget === 'toolbar');
  return (
    <>
      <IconButton
        aria-label={unread === 0 ? text('title') : text('titleNew', { count: unread })}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          change({ kind: 'read', at: Date.now() });
        }}
      >
        <BellIcon />
        {unread > 0 && (
          <Box
            component="span"
            aria-hidden
            sx={{
              position: 'absolute',
              top: 2,
              right: 2,
              minWidth: 18,
              px: 0.5,
              borderRadius: '9px',
              bgcolor: 'error.main',
              color: 'error.contrastText',
              fontSize: 12,
              lineHeight: '18px',
              fontWeight: 600,
            }}
          >
            {unread}
          </Box>
        )}
      </IconButton>
      <div role="status" style={hidden}>
        {newest?.message}
      </div>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        disableScrollLock
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-labelledby': title, sx: { width: 400, maxWidth: 'calc(100vw - 32px)' } } }}
      >
        <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1, px: 2, pt: 1.5 }}>
          <Typography variant="h2" id={title}>
            {text('title')}
          </Typography>
          <span>
            {last.length > 0 && <Button onClick={() => change({ kind: 'cleared', at: Date.now() })}>{text('clear')}</Button>}
            <Button onClick={close}>{uiText('close')}</Button>
          </span>
        </Box>
        {last.length === 0 && <Empty title={text('none')}>{text('noneHelp')}</Empty>}
        {last.length > 0 && (
          <Box
            component="ul"
            aria-labelledby={title}
            tabIndex={0}
            sx={{ m: 0, p: 2, pt: 1, listStyle: 'none', display: 'grid', gap: 1, maxHeight: '60vh', overflowY: 'auto' }}
          >
            {last.map(({ id, type, message, at }) => (
              <Alert key={id} component="li" role="listitem" severity={severities[type]} sx={{ overflowWrap: 'anywhere' }}>
                {message}
                <Box
                  component="time"
                  dateTime={new Date(at).toISOString()}
                  sx={{ display: 'block', color: 'text.secondary', fontSize: 13 }}
                >
                  {formatDate(new Date(at))}
                </Box>
              </Alert>
            ))}
          </Box>
        )}
      </Popover>
    </>
  );
}
