/** `npm run docs`: writes the reference pages that are made from the code. */
import { writeFileSync } from 'node:fs';
import { referencePages } from './reference-pages.ts';

for (const [file, text] of Object.entries(referencePages())) {
  writeFileSync(new URL(`../../docs/reference/${file}`, import.meta.url), text);
  console.log(`docs/reference/${file}`);
}
