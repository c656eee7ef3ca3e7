import type { Log } from '@tenbin/telemetry';

/** Work that an answer does not wait for, so that how long it takes tells its caller nothing. */
export interface Errands {
  run(errand: string, work: () => Promise<void>): void;
  /** Until all of it is done. */
  settled(): Promise<void>;
}

export function createErrands({ log }: { readonly log: Log }): Errands {
  const open = new Set<Promise<void>>();
  return {
    run(errand, work) {
      const done = work()
        .catch((error: unknown) => log.error({ errand, err: error }, 'errand.failed'))
        .finally(() => open.delete(done));
      open.add(done);
    },
    async settled() {
      while (open.size > 0) await Promise.all(open);
    },
  };
}
