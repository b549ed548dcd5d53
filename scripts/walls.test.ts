import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import {
  findBreaches,
  findCircles,
  floors,
  type Import,
  readImports,
  root,
  sourceFiles,
  specifiersOf,
  walls,
} from './walls.ts'

const imports = readImports()

test('no import crosses a wall', () => {
  expect(imports.length).toBeGreaterThan(500)
  expect(findBreaches(imports)).toEqual([])
})

const crossings: readonly Import[] = [
  { from: 'packages/contract/src/a.ts', to: 'packages/server/src/b.ts' },
  { from: 'packages/contract/src/a.ts', to: 'node:fs' },
  { from: 'packages/lib/src/a.ts', to: 'packages/contract/src/b.ts' },
  { from: 'packages/connectors/src/a.ts', to: 'packages/server/src/b.ts' },
  { from: 'packages/server/src/http/a.ts', to: 'packages/console/src/b.ts' },
  { from: 'packages/console/src/a.tsx', to: 'packages/server/src/b.ts' },
  { from: 'packages/sandbox/src/a.ts', to: 'packages/contract/src/b.ts' },
  { from: 'packages/server/src/base/services.ts', to: 'packages/server/src/stores/a.ts' },
  { from: 'packages/server/src/agent/a.ts', to: 'packages/server/src/stores/b.ts' },
  { from: 'packages/server/src/courts/formats/x/parser.ts', to: 'node:https' },
  { from: 'packages/server/src/notices/pipeline/stages/a.ts', to: 'packages/server/src/notices/commit.ts' },
  { from: 'packages/console/src/ui/A.tsx', to: 'packages/contract/src/query.ts' },
  { from: 'packages/console/src/resource/A.tsx', to: 'packages/console/src/screens/registry.ts' },
]

test('every wall detects a breach', () => {
  for (const crossing of crossings) expect(findBreaches([crossing]), crossing.from).toHaveLength(1)
  expect(crossings).toHaveLength(walls.length)
})

test('the floors are those that ARCHITECTURE.md draws', () => {
  const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8')
  const drawn = /^base ▸ .*$/m.exec(text)?.[0].split(' ▸ ')
  expect(drawn).toEqual([...floors.slice(0, floors.indexOf('main')), 'programs'])
})

test('no file imports itself through other files', () => {
  expect(findCircles(imports)).toEqual([])
})

test('cycles of two or more files are found, without the files that lead to them', () => {
  const files = (...names: string[]) => names.map((name) => `packages/${name}.ts`)
  const edges = ['a b', 'b c', 'c a', 'c d', 'd e', 'e d', 'x a', 'd f'].map((edge) => {
    const [from = '', to = ''] = files(...edge.split(' '))
    return { from, to }
  })
  const found = findCircles(edges).map((circle) => circle.toSorted())
  expect(found.toSorted()).toEqual([files('a', 'b', 'c'), files('d', 'e')])
})

test('imports are found in every syntax', () => {
  const text = [
    "import './side-effect.css'",
    "import fs, { readFileSync } from 'node:fs'",
    'import type {',
    '  A,',
    '  B,',
    "} from './types.ts'",
    "export { c } from './c.ts'",
    "const later = () => import('./later.tsx')",
    "// import './comment.ts'",
    "/** Read it with import x from './docs.ts'. */",
  ].join('\n')
  expect(specifiersOf(text)).toEqual(['./side-effect.css', 'node:fs', './types.ts', './c.ts', './later.tsx'])
})

/** Where the environment may be read: programs people start, and tests, which their caller configures. */
const readers = /^(packages\/server\/src\/(commands\/|testing\/)|e2e\/|bench\/|scripts\/)/
/** Sets what only Node reads, before it does. */
const setters = ['packages/lib/src/thread-pool.ts']

test('only programs that people start read the environment', () => {
  const found = sourceFiles().filter((file) => /\bprocess\.env\b|\bimport\.meta\.env\b/.test(textOf(file)))
  expect(found.filter((file) => !readers.test(file))).toEqual(setters)
})

test('the commands pass the environment on and read no variable themselves', () => {
  const commands = sourceFiles().filter((file) => file.startsWith('packages/server/src/commands/'))
  expect(commands.filter((file) => /process\.env[.[]/.test(textOf(file)))).toEqual([])
})

function textOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}
