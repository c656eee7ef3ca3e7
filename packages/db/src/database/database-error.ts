/** The database cannot be reached, or is too busy. Trying again later may help. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailableError';
  }
}

/** Whether a statement was ended because it took longer than it may. */
export const tookTooLong = (error: unknown): boolean =>
  error instanceof DatabaseUnavailableError && error.cause instanceof Error && 'code' in error.cause && error.cause.code === '57014';

/** The database was closed by this process. */
export class DatabaseClosedError extends Error {
  constructor() {
    super('The database is closed');
    this.name = 'DatabaseClosedError';
  }
}

/** Another process has the data folder open. */
export class DataFolderInUseError extends Error {
  constructor(folder: string, owner: string) {
    super(`The data folder ${folder} is in use by ${owner}. Two processes on one folder destroy it: stop the other one first.`);
    this.name = 'DataFolderInUseError';
  }
}

/**
 * Classes of SQLSTATE that say what was written cannot be written, now or later: features, data, constraints, programs and
 * limits. Others (connection, serialization, locks, resources, an operator's doing) pass.
 */
const lastingClasses = new Set(['0A', '20', '21', '22', '23', '2F', '38', '39', '42', '44', '54', 'P0']);

/** Whether the same write would fail again however often it is tried: the database refuses it, or it could not even be made. */
export function neverSucceeds(error: unknown): boolean {
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)
    ? lastingClasses.has(error.code.slice(0, 2))
    : false;
}

/**
 * The constraint that a statement broke, when it broke a unique one.
 *
 * @returns its name, or null for any other error
 */
export function brokenUnique(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}
