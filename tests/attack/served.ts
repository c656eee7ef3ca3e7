/** The target in a process of its own, which tells how much its event loop has computed, whatever else the machine does. */
import type { Known } from './attempt.ts';
import { openTarget } from './target.ts';

export type Question = 'busy' | 'faults' | 'end';

export interface Reply {
  readonly there?: { readonly urls: { readonly server: string; readonly venue: string }; readonly known: Known };
  /** Since it was asked last. */
  readonly busyMs?: number;
  readonly faults?: readonly string[];
}

const target = await openTarget();
const reply = (reply: Reply): void => void process.send?.(reply);
let before = process.threadCpuUsage();

process.on('message', (question: Question) => {
  if (question === 'end') {
    void target.close().then(() => process.exit(0));
    return;
  }
  const { user, system } = process.threadCpuUsage(before);
  reply(question === 'busy' ? { busyMs: (user + system) / 1_000 } : { faults: target.faults() });
  before = process.threadCpuUsage();
});
process.once('disconnect', () => process.exit(1));
reply({ there: { urls: target.urls, known: target.known } });
