import ButtonBase from '@mui/material/ButtonBase';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, useState } from 'react';
import { ExpandIcon } from '../icons.tsx';
import { Panel, type PanelProps } from './panel.tsx';

interface FoldingPanelProps extends PanelProps {
  /** It folds on every screen, not on a phone alone. */
  readonly always?: boolean;
  /** Right of the title, also while it is folded. */
  readonly line?: ReactNode;
  /** Open until somebody folds it: there is something to be seen. */
  readonly opens?: boolean;
}

/**
 * A panel that is only its title until it is opened: for what is not asked first. What its content needs to read, the content
 * asks for, so that what is folded asks for nothing.
 */
export function FoldingPanel({ title, action, line, children, always = false, opens = false, flush = false, ...rest }: FoldingPanelProps) {
  const small = useMediaQuery('(max-width:599.95px)', { noSsr: true });
  const [choice, setChoice] = useState<boolean | null>(null);
  const open = choice ?? opens;
  if (!small && !always)
    return (
      <Panel title={title} action={action} flush={flush} {...rest}>
        {children}
      </Panel>
    );
  return (
    <Panel
      {...rest}
      flush={flush || !open}
      action={
        <>
          {line}
          {open && action}
        </>
      }
      title={
        <ButtonBase
          aria-expanded={open}
          onClick={() => setChoice(!open)}
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
