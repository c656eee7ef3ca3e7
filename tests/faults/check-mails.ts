import type { Mail, Rebalance } from '@tenbin/db';

/** A bot and what became of its rebalances. */
interface MailedBot {
  readonly name: string;
  readonly rebalances: readonly Pick<Rebalance, 'status'>[];
}

/** What was sent, and how often processes were killed, each of which may have sent one mail that it could not note any more. */
export interface SentMails {
  readonly mails: readonly Pick<Mail, 'id' | 'subject' | 'status'>[];
  /** By id, one for each time. */
  readonly taken: readonly string[];
  readonly kills: number;
}

/** Every mail that is stored was sent, and once, but for what a kill may repeat. */
export function checkSent({ mails, taken, kills }: SentMails): string[] {
  const wrong = mails.filter(({ status }) => status !== 'sent').map(({ id, status }) => `mail ${id} is ${status}, not sent`);
  const times = Map.groupBy(taken, (id) => id);
  wrong.push(...mails.filter(({ id }) => !times.has(id)).map(({ id }) => `mail ${id} was taken by no mail server`));
  const again = taken.length - times.size;
  if (again > kills) wrong.push(`${again} mails were sent again, with ${kills} kills`);
  return wrong;
}

/** A rebalance that ended is told once, as is a stop that nobody asked for. */
export function checkMailed({ name, rebalances }: MailedBot, { mails }: Pick<SentMails, 'mails'>): string[] {
  const subjects = mails.map(({ subject }) => subject).filter((subject) => subject.includes(`「${name}」`));
  const ended = rebalances.filter(({ status }) => status === 'completed' || status === 'failed').length;
  const mailed = subjects.filter((subject) => subject.includes('リバランス')).length;
  return mailed === ended ? [] : [`${ended} rebalances of ${name} ended, and ${mailed} mails tell of one`];
}
