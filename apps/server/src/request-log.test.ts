import { silentLog } from '@tenbin/telemetry';
import { openMetrics, type ProcessMetrics } from '@tenbin/telemetry/process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from './testing/start-test-server.ts';

let shown: ProcessMetrics;
let server: TestServer;

beforeAll(async () => {
  shown = await openMetrics({ host: '127.0.0.1', port: 0 }, silentLog);
  server = await startTestServer({ metrics: shown.metrics });
});
afterAll(async () => {
  await server.close();
  await shown.close();
});

const counted = async (): Promise<readonly string[]> => {
  const text = await (await fetch(shown.url ?? '')).text();
  return text.split('\n').filter((line) => line.startsWith('tenbin_http_request_duration_seconds_count'));
};

test('calls are counted by their method, the template of their route and their status, whatever stands in the address', async () => {
  const { key } = await server.makeUser();
  for (const id of ['one', 'two', 'three']) await server.call('GET', `/api/bots/${id}/volume`, { key });
  await server.call('POST', '/api/bots', { key, body: {} });
  await server.call('GET', '/api/bots', { key });
  for (const path of ['/api/nothing-here', '/wp-login.php']) await server.call('GET', path);
  await expect.poll(counted).toContain('tenbin_http_request_duration_seconds_count{method="GET",route="/api/bots",status="200"} 1');
  const all = await counted();
  expect(all).toContain('tenbin_http_request_duration_seconds_count{method="GET",route="/api/bots/:id/volume",status="400"} 3');
  expect(all).toContain('tenbin_http_request_duration_seconds_count{method="POST",route="/api/bots",status="400"} 1');
  expect(all.join('\n')).not.toMatch(/nothing-here|wp-login|three/);
});

test('a method that anybody may make up is counted as any other', async () => {
  for (const method of ['PROPFIND', 'MKCOL']) await fetch(`${server.url}/api/bots`, { method });
  const others = async () => (await counted()).filter((line) => line.includes('method="_OTHER"'));
  await expect.poll(others).toEqual(['tenbin_http_request_duration_seconds_count{method="_OTHER",route="none",status="404"} 2']);
  expect((await counted()).join('\n')).not.toMatch(/PROPFIND|MKCOL/);
});

test('nobody is told the figures at the address that everybody reaches', async () => {
  const answer = await (await fetch(`${server.url}/metrics`)).text();
  expect(answer).not.toContain('http_request_duration_seconds');
});
