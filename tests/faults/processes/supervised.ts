import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** A machine that is busy is no fault of what is started. */
const startWithinMs = 300_000;
const maxStarts = 3;
/** Of what a process said, for whoever asks why something does not go on. */
const rememberedLines = 2_000;

/** A real process that is killed as a crash kills, and comes back. */
export class Supervised {
  readonly #script: string;
  readonly #arguments: () => readonly string[];
  #child: ChildProcess | null = null;
  /** One thing after the other: nobody kills what is just being started. */
  #last: Promise<unknown> = Promise.resolve();
  #isOver = false;
  #deaths: string[] = [];
  #lines: string[] = [];
  readonly #isLoud: boolean;

  /** @param options - `args`: asked for at each start; `isLoud`: what it says is passed on */
  constructor(
    script: 'server-process.ts' | 'venue-process.ts' | 'worker-process.ts',
    { args, isLoud }: { readonly args: () => readonly string[]; readonly isLoud: boolean },
  ) {
    this.#script = join(import.meta.dirname, script);
    this.#arguments = args;
    this.#isLoud = isLoud;
  }

  /** What it has said lately, oldest first, over all its lives. */
  get lines(): readonly string[] {
    return this.#lines;
  }

  /** Null where it is not there, or does not answer in time. */
  async ask<Answer>(question: string, withinMs: number): Promise<Answer | null> {
    const child = this.#child;
    if (!child?.connected) return null;
    const { promise, resolve } = Promise.withResolvers<Answer | null>();
    const onMessage = (message: { readonly to?: string } & Answer) => {
      if (message.to === question) resolve(message);
    };
    child.on('message', onMessage);
    const late = setTimeout(() => resolve(null), withinMs);
    child.send({ ask: question });
    return promise.finally(() => {
      clearTimeout(late);
      child.off('message', onMessage);
    });
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
    for (let left = maxStarts - 1; ; left -= 1) {
      try {
        await this.#startOnce();
        return;
      } catch (error) {
        if (left === 0 || this.#isOver) throw error;
      }
    }
  }

  #startOnce(): Promise<void> {
    const child = fork(this.#script, [...this.#arguments()], { stdio: ['ignore', 'ignore', 'pipe', 'ipc'] });
    this.#child = child;
    if (child.stderr) createInterface(child.stderr).on('line', (line) => this.#remember(line));
    let isReady = false;
    return new Promise((resolve, reject) => {
      // It must be gone before another takes its place.
      const late = setTimeout(() => child.kill('SIGKILL'), startWithinMs);
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

  #remember(line: string): void {
    if (this.#isLoud) process.stderr.write(`${line}\n`);
    this.#lines.push(line);
    if (this.#lines.length > 2 * rememberedLines) this.#lines = this.#lines.slice(-rememberedLines);
  }

  #noteDeath(death: string): void {
    this.#deaths.push(death);
    this.start().catch((error: unknown) => this.#deaths.push(String(error)));
  }
}
