/** Random numbers that a seed fixes. */
export interface Random {
  /** Even in [0, 1). */
  next(): number;
  /** Normal: mean 0, deviation 1. */
  normal(): number;
}

/** Chris Doty-Humphrey's sfc32, seeded with splitmix32. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const split = () => {
    state = (state + 0x9e3779b9) | 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
  let [a, b, c, d] = [split(), split(), split(), split()];
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 12; i++) next();
  return {
    next,
    normal: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  };
}
