/** A question that several ask in the same moment and that is sent once; its answer serves all of them. */
export class JointQuestion<Answer> {
  #asked: Promise<Answer> | null = null;

  /** @param send - called for the first of those who ask; nothing may leave before its first wait */
  ask(send: () => Promise<Answer>): Promise<Answer> {
    if (this.#asked !== null) return this.#asked;
    this.#asked = send();
    // Whoever comes later wants to know what is then.
    queueMicrotask(() => {
      this.#asked = null;
    });
    return this.#asked;
  }
}
