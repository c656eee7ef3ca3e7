/** Writes what the product makes of the week: `npm exec -- node tests/golden-week/write-expected.ts`. What changes in it is to be explained. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { weekByProduct } from './by-product.ts';

const lines = weekByProduct();
const columns = Object.keys(lines[0]?.figures ?? {});
const rows = lines.map(({ day, figures }) => [day, ...columns.map((column) => figures[column])].join());
writeFileSync(join(import.meta.dirname, 'expected.csv'), `${[['day', ...columns].join(), ...rows].join('\n')}\n`);
