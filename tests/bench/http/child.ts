/** What the measured processes have in common. */

/** To the database, of each of them. */
export const connections = 8;

/** Tells whoever started the process where it listens. */
export const report = (url: string): void => void process.stdout.write(`listening ${url}\n`);
