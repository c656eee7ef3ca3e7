import type { Clock } from '../clock.ts';

/**
 * Remembers the answer to each question for a short time, and lets everybody who asks the same meanwhile wait for the
 * one answer that is under way. A failure is not remembered.
 */
export interface Remembering<T> {
  get(key: string, read: () => Promise<T>): Promise<T>;
}

const maxKeys = 500;

interface Settings {
  readonly clock: Pick<Clock, 'elapsedMs'>;
  readonly forMs: number;
}

export function createRemembering<T>({ clock, forMs }: Settings): Remembering<T> {
  const answers = new Map<string, { readonly answer: Promise<T>; readonly until: number }>();

  return {
    get(key, read) {
      const known = answers.get(key);
      if (known && clock.elapsedMs() < known.until) return known.answer;
      const answer = read();
      const entry = { answer, until: Number.POSITIVE_INFINITY };
      answers.delete(key);
      if (answers.size >= maxKeys) answers.delete(answers.keys().next().value ?? '');
      answers.set(key, entry);
      answer.then(
        () => {
          if (answers.get(key) === entry) answers.set(key, { answer, until: clock.elapsedMs() + forMs });
        },
        () => {
          if (answers.get(key) === entry) answers.delete(key);
        },
      );
      return answer;
    },
  };
}
