/** Keeps what a stream told and lets a test wait for what it will tell. */
export class EventLog<Event> {
  readonly events: Event[] = [];
  #waiting = new Set<() => void>();

  readonly listen = (event: Event): void => {
    this.events.push(event);
    for (const look of this.#waiting) look();
  };

  /** How many events came so far, to wait only for later ones. */
  mark(): number {
    return this.events.length;
  }

  /** @throws {Error} nothing fitting came in time; tells what did */
  async next<Found extends Event>(
    what: string,
    fits: (event: Event) => event is Found,
    options: { after?: number; withinMs?: number } = {},
  ): Promise<Found> {
    const { after = 0, withinMs = 300_000 } = options;
    const { promise, resolve, reject } = Promise.withResolvers<Found>();
    const look = () => {
      const found = this.events.slice(after).find(fits);
      if (found !== undefined) resolve(found);
    };
    const timer = setTimeout(() => reject(new Error(`no ${what} within ${withinMs} ms; came: ${this.#summary(after)}`)), withinMs);
    this.#waiting.add(look);
    look();
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting.delete(look);
    }
  }

  #summary(after: number): string {
    const readable = this.events.slice(after).map((event) => JSON.stringify(event));
    return readable.join(' ').slice(0, 1500) || 'nothing';
  }
}
