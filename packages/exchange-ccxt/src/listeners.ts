/**
 * Who listens to a stream. The first one starts it, the last one's leaving stops it.
 * A listener must not throw; what one throws anyway surfaces on its own, not as a failure of the stream.
 */
export class Listeners<Event> {
  readonly #listeners = new Set<(event: Event) => void>();

  get size(): number {
    return this.#listeners.size;
  }

  /** @returns takes the listener out again; harmless when called twice */
  add(listener: (event: Event) => void): () => void {
    const own = (event: Event) => listener(event);
    this.#listeners.add(own);
    return () => {
      this.#listeners.delete(own);
    };
  }

  emit(event: Event): void {
    for (const listener of this.#listeners) {
      try {
        listener(event);
      } catch (error) {
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}
