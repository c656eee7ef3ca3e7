import type { AskedStop } from '@tenbin/db';
import type { ServerContext } from '../context.ts';

export const askedBy = (by: string, { clock }: ServerContext): AskedStop => ({ by, at: clock.now() });
