/** `npm run dev`: the three front ends, rebuilt as they are edited, beside a server that runs already (`API`, port 3000 unless set). */
import { createServer } from 'vite';

for (const app of ['console', 'admin', 'operator']) {
  const server = await createServer({ root: `apps/${app}` });
  await server.listen();
  console.log(`${app.padEnd(8)} ${server.resolvedUrls?.local[0]}`);
}
