import ButtonBase from '@mui/material/ButtonBase';
import useMediaQuery from '@mui/material/useMediaQuery';
import { useState } from 'react';
import { ExpandIcon } from '../icons.tsx';
import { Panel, type PanelProps } from './panel.tsx';

/** A panel that on a phone is only its title until it is opened: for what is not asked first. */
export function FoldingPanel({ title, action, children, flush = false, ...rest }: PanelProps) {
  const small = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const [open, setOpen] = useState(false);
  if (!small)
    return (
      <Panel title={title} action={action} flush={flush} {...rest}>
        {children}
      </Panel>
    );
  return (
    <Panel
      {...rest}
      flush={flush || !open}
      action={open ? action : undefined}
      title={
        <ButtonBase
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          sx={{ font: 'inherit', minHeight: 32, gap: 0.5, borderRadius: 1, textAlign: 'start' }}
        >
          {title}
          <ExpandIcon aria-hidden sx={{ transition: 'transform .15s', transform: open ? 'rotate(180deg)' : 'none' }} />
        </ButtonBase>
      }
    >
      {open && children}
    </Panel>
  );
}
