import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root, sourceFiles } from './walls.ts'

/** Match files a program opens relative to its own module; only this test notices when one is moved. */
const byUrl = /new URL\(\s*'([^']+)',\s*import\.meta\.url\s*\)/g
const byFolder = /path\.(?:join|resolve)\(\s*import\.meta\.dirname,\s*((?:'[^']*'(?:,\s*)?)+)\)/g

test('files a program reads relative to itself exist', () => {
  const named = sourceFiles().flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const targets = [
      ...[...text.matchAll(byUrl)].map(([, target = '']) => target),
      ...[...text.matchAll(byFolder)].map(([, parts = '']) =>
        [...parts.matchAll(/'([^']*)'/g)].map((m) => m[1]).join('/'),
      ),
    ]
    return targets.map((target) => ({ file, target, at: path.join(root, path.dirname(file), target) }))
  })
  expect(named.length).toBeGreaterThan(60)
  // The server reports a console that isn't built yet, so its package must exist instead.
  const missing = named.filter(({ at }) => !existsSync(/\/dist\/?$/.test(at) ? path.join(at, '../package.json') : at))
  expect(missing.map(({ file, target }) => `${file} reads ${target}`)).toEqual([])
})
