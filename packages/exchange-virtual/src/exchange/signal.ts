/** A list of listeners for one kind of event. */
export class Signal<Event> {
  #listeners = new Set<(event: Event) => void>();

  /** @returns how to stop listening */
  subscribe(listener: (event: Event) => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  emit(event: Event): void {
    for (const listener of this.#listeners) listener(event);
  }
}
