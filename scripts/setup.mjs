// Prepares a fresh clone: installs the packages of the lock file and builds the console. Runs on Node 20, possibly the
// only one on the machine; everything after it runs on the Node pinned in package.json.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const modules = path.join(root, 'node_modules')
const stamps = path.join(modules, '.courtcrier')
/** What the program needs; `engines` of the root is what this script needs. */
const { engines } = JSON.parse(readFileSync(path.join(root, 'packages/server/package.json'), 'utf8'))
const leastNode = numbersOf(engines.node)

install()
const node = findNode()
buildConsole(node)

function install() {
  const wanted = hashOf([path.join(root, 'package-lock.json')])
  if (readStamp('installed') === wanted && existsSync(path.join(modules, '.bin', 'vite'))) return
  say('Installing packages (once, about a minute) …')
  const npm = process.env.npm_execpath ? [process.execPath, process.env.npm_execpath] : ['npm']
  run(
    [...npm, 'ci', '--no-audit', '--no-fund', '--loglevel=error'],
    'The packages could not be installed. Is the npm registry reachable?',
  )
  writeStamp('installed', wanted)
}

/** Returns the machine's own Node if it is new enough, otherwise the pinned one. */
function findNode() {
  if (isNewEnough(process.versions.node)) return process.execPath
  const pinned = path.join(modules, '.bin', 'node')
  const version = existsSync(pinned) ? spawnSync(pinned, ['--version'], { encoding: 'utf8' }).stdout : undefined
  if (version && isNewEnough(version)) return pinned
  fail(
    `Courtcrier needs Node ${leastNode.join('.')} or newer, and the one in package.json could not be installed. Install it from nodejs.org.`,
  )
}

/** @param {string} version such as `v24.6.0` */
function isNewEnough(version) {
  const [major = 0, minor = 0] = numbersOf(version)
  return major > leastNode[0] || (major === leastNode[0] && minor >= leastNode[1])
}

/** @param {string} version */
function numbersOf(version) {
  return (version.match(/\d+/g) ?? []).map(Number)
}

function buildConsole(node) {
  const folders = ['packages/console/src', 'packages/console/public', 'packages/contract/src']
  const files = ['packages/console/index.html', 'packages/console/vite.config.ts', 'package-lock.json']
  const wanted = hashOf([
    ...folders.flatMap((folder) => filesIn(path.join(root, folder))),
    ...files.map((file) => path.join(root, file)),
  ])
  if (readStamp('console') === wanted && existsSync(path.join(root, 'packages/console/dist/index.html'))) return
  say('Building the console …')
  run(
    [node, path.join(modules, 'vite/bin/vite.js'), 'build', 'packages/console', '--logLevel', 'warn'],
    'The console could not be built.',
  )
  writeStamp('console', wanted)
}

function filesIn(folder) {
  if (!existsSync(folder)) return []
  const entries = readdirSync(folder, { withFileTypes: true, recursive: true })
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath ?? entry.path, entry.name))
  return names.filter((name) => !/\.test\.tsx?$/.test(name)).sort()
}

function hashOf(files) {
  const hash = createHash('sha256')
  for (const file of files) {
    if (existsSync(file)) hash.update(path.relative(root, file)).update(readFileSync(file))
  }
  return hash.digest('hex')
}

function readStamp(name) {
  const file = path.join(stamps, name)
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined
}

function writeStamp(name, value) {
  mkdirSync(stamps, { recursive: true })
  writeFileSync(path.join(stamps, name), value)
}

function run([command, ...args], sentence) {
  const result = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  if (result.error) fail(`${sentence} (${result.error.message})`)
  if (result.status !== 0) fail(sentence)
}

function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}

function fail(sentence) {
  say(sentence)
  process.exit(1)
}
