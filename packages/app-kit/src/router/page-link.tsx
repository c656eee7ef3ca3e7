import MuiLink, { type LinkProps as MuiLinkProps } from '@mui/material/Link';
import { createLink } from '@tanstack/react-router';

/** A link to another page of this front end, in the brand's dress. */
export const PageLink = createLink((props: MuiLinkProps) => <MuiLink {...props} />);
