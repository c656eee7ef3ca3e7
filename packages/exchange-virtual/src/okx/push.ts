/** A push: the data and what stands beside it. */
export interface Push {
  readonly data: readonly object[];
  readonly action?: 'snapshot' | 'update';
}

/** Starts telling. @returns how to stop it */
export type OpenChannel = (emit: (push: Push) => void) => () => void;
