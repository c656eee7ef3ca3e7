import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const startWithinMs = 60_000;

/** A real process that is killed as a crash kills, and comes back. */
export class Supervised {
  readonly #script: string;
  readonly #arguments: () => readonly string[];
  #child: ChildProcess | null = null;
  #starting: Promise<string> | null = null;
  #isOver = false;

  /** @param args - asked for at each start */
  constructor(script: 'venue-process.ts' | 'worker-process.ts', args: () => readonly string[]) {
    this.#script = join(import.meta.dirname, script);
    this.#arguments = args;
  }

  /** Resolves when it says that it is ready, with what it says. */
  start(): Promise<string> {
    this.#starting ??= this.#start().finally(() => {
      this.#starting = null;
    });
    return this.#starting;
  }

  /** `kill -9`, and after a while it is started again. */
  async crash(awayMs: number): Promise<void> {
    await this.kill();
    await pause(awayMs);
    if (!this.#isOver) await this.start();
  }

  async kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  say(message: object): void {
    if (this.#child?.connected) this.#child.send(message);
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await this.#starting?.catch(() => undefined);
    await this.kill();
  }

  #start(): Promise<string> {
    const child = fork(this.#script, [...this.#arguments()], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${this.#script} is not ready after ${startWithinMs} ms`)), startWithinMs);
      child.once('message', ({ ready }: { ready: string }) => resolve(ready));
      child.once('exit', (code, signal) => reject(new Error(`${this.#script} ended: ${code ?? signal}`)));
      child.once('exit', () => clearTimeout(late));
      child.once('message', () => clearTimeout(late));
    });
  }
}
