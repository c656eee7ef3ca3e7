import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const startWithinMs = 60_000;

/** A real process that is killed as a crash kills, and comes back. */
export class Supervised {
  readonly #script: string;
  readonly #arguments: () => readonly string[];
  #child: ChildProcess | null = null;
  /** One thing after the other: nobody kills what is just being started. */
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;

  /** @param args - asked for at each start */
  constructor(script: 'venue-process.ts' | 'worker-process.ts', args: () => readonly string[]) {
    this.#script = join(import.meta.dirname, script);
    this.#arguments = args;
  }

  /** Resolves when it says that it is ready. */
  start(): Promise<void> {
    return this.#inTurn(() => this.#start());
  }

  /** `kill -9`, and after a while it is started again. */
  crash(awayMs: number): Promise<void> {
    return this.#inTurn(async () => {
      await this.#kill();
      await pause(awayMs);
      if (!this.#isOver) await this.#start();
    });
  }

  kill(): Promise<void> {
    return this.#inTurn(() => this.#kill());
  }

  /** Killed for good. */
  end(): Promise<void> {
    this.#isOver = true;
    return this.kill();
  }

  say(message: object): void {
    if (this.#child?.connected) this.#child.send(message);
  }

  async #inTurn(work: () => Promise<void>): Promise<void> {
    const before = this.#last;
    const mine = before.then(work);
    this.#last = mine.catch(() => undefined);
    await mine;
  }

  async #kill(): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
  }

  #start(): Promise<void> {
    const child = fork(this.#script, [...this.#arguments()], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${this.#script} is not ready after ${startWithinMs} ms`)), startWithinMs);
      child.once('message', () => resolve());
      child.once('exit', (code, signal) => reject(new Error(`${this.#script} ended: ${code ?? signal}`)));
      child.once('exit', () => clearTimeout(late));
      child.once('message', () => clearTimeout(late));
    });
  }
}
