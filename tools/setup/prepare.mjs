// Brings a fresh clone to where any script of package.json can run; each has a pre-script that says what it needs.
// Plain JavaScript without dependencies: it runs on whatever Node (20 or newer) the machine has, before anything is installed.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const purpose = process.argv[2] ?? 'start';
/** What each purpose needs beside the packages that run the product. */
const purposes = {
  run: {},
  start: { pages: true },
  check: { development: true },
  test: { development: true, pages: true, browser: true },
};
const needs = purposes[purpose];
const cache = join(root, '.cache');

const say = (text) => process.stderr.write(`${text}\n`);
const run = (command, args) => execFileSync(command, args, { cwd: root, stdio: ['ignore', 2, 2] });

/** Does something only when what it depends on has changed since it last succeeded. */
function once(name, fingerprint, isThere, action) {
  const stamp = join(cache, `${name}.stamp`);
  if (isThere() && existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
  rmSync(stamp, { force: true });
  action();
  mkdirSync(cache, { recursive: true });
  writeFileSync(stamp, fingerprint);
}

function fingerprintOf(paths) {
  const hash = createHash('sha256').update(process.platform + process.arch);
  const visit = (path) => {
    if (!existsSync(path)) return;
    if (!statSync(path).isDirectory()) {
      hash.update(path.slice(root.length)).update(readFileSync(path));
      return;
    }
    for (const name of readdirSync(path).sort()) if (name !== 'node_modules' && name !== 'dist') visit(join(path, name));
  };
  for (const path of paths) visit(join(root, path));
  return hash.digest('hex');
}

/** What runs the product is enough to start it; who tests or checks it once keeps the rest of the packages too. */
function installPackages() {
  const nodeIsThere = () => existsSync(join(root, 'node_modules', 'node', 'bin', 'node'));
  const isDeveloped = needs.development || existsSync(join(root, 'node_modules', 'vitest', 'package.json'));
  // Said either way: with NODE_ENV=production npm leaves out by itself what tests need.
  const scope = isDeveloped ? '--include=dev' : '--omit=dev';
  once('packages', `${fingerprintOf(['package-lock.json'])} ${scope}`, nodeIsThere, () => {
    say('Installing packages …');
    run('npm', ['ci', scope, '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error']);
  });
}

function buildPages() {
  const frontEnds = ['apps/console', 'apps/admin', 'apps/operator'];
  const sources = [...frontEnds, 'packages', 'package-lock.json'];
  once(
    'pages',
    fingerprintOf(sources),
    () => frontEnds.every((app) => existsSync(join(root, app, 'dist/index.html'))),
    () => {
      say('Building the pages …');
      run('npm', ['run', '--silent', 'build']);
    },
  );
}

const browsers = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** As root on Debian: the distribution's package. Otherwise Playwright's own download. */
function installBrowser() {
  if (process.env.CHROMIUM_PATH || browsers.some((path) => existsSync(path))) return;
  const isRoot = process.getuid?.() === 0;
  if (isRoot && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium and fonts …');
    run('apt-get', ['update', '-qq']);
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium', 'fonts-noto-cjk']);
  } else {
    say('Installing Chromium …');
    run(join(root, 'node_modules/.bin/playwright'), ['install', 'chromium']);
  }
}

const [major] = process.versions.node.split('.').map(Number);
if (major < 20) {
  say(`Tenbin needs Node 20 or newer to start from; this is ${process.versions.node}.`);
  process.exit(1);
}
if (!needs) {
  say(`There is no purpose ${purpose}; there are ${Object.keys(purposes).join(', ')}.`);
  process.exit(1);
}
installPackages();
if (needs.pages) buildPages();
if (needs.browser) installBrowser();
