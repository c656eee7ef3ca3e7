/** The measure: a bare Fastify route over one prepared read of one row. Started as a process of its own. */
import Fastify from 'fastify';
import pg from 'pg';
import { connections, report } from './child.ts';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: connections });
const app = Fastify({ logger: false });
app.get('/row', async () => {
  const { rows } = await pool.query({ name: 'row', text: 'select id, name, value from bench_row where id = $1', values: [1] });
  return rows[0];
});
report(await app.listen({ host: '127.0.0.1', port: 0 }));
process.once('SIGTERM', () => void app.close().then(() => pool.end()));
