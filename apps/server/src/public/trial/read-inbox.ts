import type { Mail } from '@tenbin/db';
import type { ServerContext } from '../../context.ts';

const maxShown = 100;

/** What was mailed to anybody in this trial, newest first, whether a mail server took it or not. */
export const readInbox = ({ database }: ServerContext): Promise<Mail[]> => database.platform.mailQueue.listNewest(maxShown);
