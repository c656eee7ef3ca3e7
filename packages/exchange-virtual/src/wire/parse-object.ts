/** @returns the object, or what is wrong with the text */
export function parseObject(text: string): Record<string, unknown> | string {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : 'expected an object';
  } catch (error) {
    return error instanceof SyntaxError ? error.message : String(error);
  }
}
