import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const startWithinMs = 60_000;
const mostStarts = 3;

/** A real process that is killed as a crash kills, and comes back. */
export class Supervised {
  readonly #script: string;
  readonly #arguments: () => readonly string[];
  #child: ChildProcess | null = null;
  /** One thing after the other: nobody kills what is just being started. */
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;
  #deaths: string[] = [];

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

  /** That it ended without having been killed, since this was asked last. */
  takeDeaths(): readonly string[] {
    return this.#deaths.splice(0);
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

  /** One that ends while it starts is started again, as whatever keeps services running does. */
  async #start(): Promise<void> {
    for (let left = mostStarts - 1; ; left -= 1) {
      try {
        await this.#startOnce();
        return;
      } catch (error) {
        if (left === 0 || this.#isOver) throw error;
      }
    }
  }

  #startOnce(): Promise<void> {
    const child = fork(this.#script, [...this.#arguments()], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    this.#child = child;
    let isReady = false;
    return new Promise((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`${this.#script} is not ready after ${startWithinMs} ms`)), startWithinMs);
      child.once('message', () => {
        isReady = true;
        clearTimeout(late);
        resolve();
      });
      child.once('exit', (code, signal) => {
        clearTimeout(late);
        const death = `${this.#script} ended by itself: ${code ?? signal}`;
        if (isReady && this.#child === child) this.#noteDeath(death);
        reject(new Error(death));
      });
    });
  }

  #noteDeath(death: string): void {
    this.#deaths.push(death);
    this.start().catch((error: unknown) => this.#deaths.push(String(error)));
  }
}
