import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const source = path.join(root, 'packages/server/src')
const marker = path.join(source, 'testing/database.ts')

/**
 * Returns whether a file imports testing/database.ts, directly or through others; only such tests differ on PostgreSQL.
 * @param {string} file @param {Set<string>} seen @returns {boolean}
 */
function opensDatabase(file, seen) {
  if (file === marker) return true
  if (seen.has(file) || !existsSync(file)) return false
  seen.add(file)
  const imports = readFileSync(file, 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+\.tsx?)'/g)
  return [...imports].some(([, to = '']) => opensDatabase(path.resolve(path.dirname(file), to), seen))
}

/**
 * Returns the folders with code of its own for the embedded database: only what is tested there can pass on PostgreSQL
 * and fail here.
 * @returns {Set<string>}
 */
function foldersThatKnowIt() {
  const named = sources.filter((file) => !file.includes('.test.') && readFileSync(file, 'utf8').includes('pglite'))
  return new Set(named.map((file) => path.dirname(file)))
}

const sources = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => path.join(source, name))
const folders = foldersThatKnowIt()
const tests = sources
  .filter((file) => file.endsWith('.test.ts') && folders.has(path.dirname(file)) && opensDatabase(file, new Set()))
  .map((file) => path.relative(root, file))
  .sort()
if (tests.length === 0) throw new Error('No test opens a database: the way of testing/database.ts has changed.')
console.log(tests.join('\n'))
