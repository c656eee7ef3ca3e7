/** Deeper than any call goes, and far from where writing it back would run out of stack. */
const deepest = 10;

/** @returns the object, or what is wrong with the text */
export function parseObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    if (isTooDeep(value)) return 'nested too deeply';
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : 'expected an object';
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}

/** Whether something from outside is nested more deeply than anything that is meant. */
export function isTooDeep(value: unknown): boolean {
  let layer: unknown[] = [value];
  for (let depth = 0; depth <= deepest; depth += 1) {
    layer = layer.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
    if (layer.length === 0) return false;
  }
  return true;
}
