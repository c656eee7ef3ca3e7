/** A flag of the engine with which a process has a clock that is ahead of the machine's. */
export const aheadBy = (ms: number): string =>
  `--import=data:text/javascript,${encodeURIComponent(`
    const Real = Date;
    globalThis.Date = class extends Real {
      constructor(...given) {
        if (given.length === 0) super(Real.now() + ${ms});
        else super(...given);
      }
      static now() {
        return Real.now() + ${ms};
      }
    };
  `)}`;
