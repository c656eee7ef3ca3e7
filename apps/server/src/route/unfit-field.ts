/** Values of one field, names of fields among them counted in; none of the calls takes more. */
const maxValues = 1_000;
const deepest = 8;
const maxNameLength = 100;

/**
 * What no call takes, whatever its shape, looked for before any shape is: too many values, values that lie too deep, names
 * that are too long, and signs that nobody writes: control characters other than those that end lines, of which PostgreSQL
 * cannot store NUL, and those that turn the order of what follows, by which one name can look like another.
 *
 * @returns the field that has it, cut short
 */
export function unfitField(input: unknown): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const fields = Object.entries(input);
  const unfit = fields.length > maxValues ? fields[maxValues] : fields.find(([name, value]) => isUnfitName(name) || isUnfit(value));
  return unfit ? unfit[0].slice(0, maxNameLength) : null;
}

const isUnfitName = (name: string): boolean => name.length > maxNameLength || isUnwritten(name);
const isUnwritten = (text: string): boolean => /[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069]/u.test(text);

/** Without recursion: a small body may be nested deeper than calls can be. */
function isUnfit(value: unknown): boolean {
  let layer: unknown[] = [value];
  for (let depth = 0, values = 0; layer.length > 0; depth += 1) {
    values += layer.length;
    if (values > maxValues || depth > deepest) return true;
    if (layer.some((one) => typeof one === 'string' && isUnwritten(one))) return true;
    const parts = layer.filter((one) => typeof one === 'object' && one !== null);
    if (parts.some((part) => !Array.isArray(part) && Object.keys(part as object).some(isUnfitName))) return true;
    layer = parts.flatMap((part) => Object.values(part as object));
  }
  return false;
}
