import { type Product, startProduct } from '../product.ts';

/** A short life, begun often: the engine does not spend on compiling what is never earned back, nor compiles it twice. */
export function startBriefly(dataDir: string, settings: NodeJS.ProcessEnv = {}, flags: readonly string[] = []): Promise<Product> {
  return startProduct(dataDir, { NODE_COMPILE_CACHE: '.cache/node', ...settings }, ['--liftoff-only', ...flags]);
}
