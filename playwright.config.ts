import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const installed = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
  (path) => path && existsSync(path),
);

export default defineConfig({
  testDir: 'tests/journeys',
  outputDir: '.cache/journeys',
  // These run in both languages anyway.
  testIgnore: process.env.JOURNEYS_IN === 'other' ? '**/every-*page.spec.ts' : [],
  // They wait more than they compute.
  workers: 2,
  timeout: 3_600_000,
  expect: { timeout: 300_000 },
  use: {
    actionTimeout: 300_000,
    // Without the pictures of every moment: taking them costs more than the journey itself.
    trace: { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(installed ? { executablePath: installed } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Names below .localhost are this machine, whatever its resolver says.
        '--host-resolver-rules=MAP *.localhost 127.0.0.1',
      ],
    },
  },
});
