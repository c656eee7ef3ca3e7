import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Metrics } from '../metrics.ts';

/** It is looked at so often whether the event loop comes round. */
const resolution = 20;

export const followUsage: Metrics['followUsage'] = () => {
  const delays = monitorEventLoopDelay({ resolution });
  delays.enable();
  return {
    read() {
      // What is measured is from one look to the next.
      const lagSeconds = delays.count === 0 ? 0 : Math.max(0, delays.percentile(99) / 1e9 - resolution / 1000);
      delays.reset();
      const { user, system } = process.cpuUsage();
      return { memoryBytes: process.memoryUsage.rss(), cpuSeconds: (user + system) / 1e6, lagSeconds };
    },
    close: () => void delays.disable(),
  };
};
