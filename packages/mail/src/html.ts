/** HTML in which every text is escaped: only `html` makes it. */
export class Html {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** Texts become text, whatever is in them; HTML and lists of it stay. */
  static readonly of = (parts: TemplateStringsArray, ...values: readonly (string | number | Html | readonly Html[])[]): Html =>
    new Html(String.raw({ raw: parts }, ...values.map(shown)));
}

export const html = Html.of;

const shown = (value: string | number | Html | readonly Html[]): string =>
  value instanceof Html ? String(value) : Array.isArray(value) ? value.join('\n') : escaped(String(value));

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
