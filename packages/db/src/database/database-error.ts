/** The database cannot be reached, or is too busy. Trying again later may help. */
export class DatabaseUnavailableError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'DatabaseUnavailableError';
  }
}

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
 * The constraint that a statement broke, when it broke a unique one.
 *
 * @returns its name, or null for any other error
 */
export function brokenUnique(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || error.code !== '23505') return null;
  return 'constraint' in error && typeof error.constraint === 'string' ? error.constraint : '';
}
