/** Work of one name is done one after the other, in the order in which it came; of different names beside one another. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(name);
    const own = before === undefined ? work() : before.then(work);
    const settled = own.catch(() => undefined);
    this.#last.set(name, settled);
    try {
      return await own;
    } finally {
      if (this.#last.get(name) === settled) this.#last.delete(name);
    }
  }
}
