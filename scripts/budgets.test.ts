import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { functionLengths } from './function-lengths.ts'
import { root, sourceFiles } from './walls.ts'

const files = sourceFiles()

test('no file has more than 400 lines', () => {
  expect(files.length).toBeGreaterThan(300)
  const long = files.map((file) => ({ file, lines: linesOf(file) })).filter(({ lines }) => lines > 400)
  expect(long).toEqual([])
})

test('nine of ten files have at most 250 lines', () => {
  const long = files.filter((file) => linesOf(file) > 250)
  expect(long.length / files.length).toBeLessThan(0.1)
})

test('no function has more than 80 lines, and few have more than 40', () => {
  const program = files.filter(
    (file) => file.startsWith('packages/') && !/\.(test|spec|suite|fixture)\.tsx?$|\/testing\//.test(file),
  )
  const lengths = program.flatMap((file) => functionLengths(file, textOf(file)).map((length) => ({ file, ...length })))
  expect(lengths.length).toBeGreaterThan(5000)
  expect(lengths.filter(({ lines }) => lines > 80)).toEqual([])
  expect(lengths.filter(({ lines }) => lines > 40).length / lengths.length).toBeLessThan(0.02)
})

test('the lines of a function are counted from its head to its closing brace, nested or not', () => {
  const text = 'const a = () => 1\nexport function b() {\n  const c = () => {\n    return 1\n  }\n  return c\n}\n'
  expect(functionLengths('b.ts', text)).toEqual([
    { line: 2, lines: 6 },
    { line: 3, lines: 3 },
  ])
})

test('the README fits on one or two screens', () => {
  expect(linesOf('README.md')).toBeLessThanOrEqual(120)
})

test('no type is any, no compiler error is suppressed, and no TODO remains', () => {
  const forbidden =
    /\bas any\b|:\s*any\s*(?:[;,)=|&]|$)|<any>|\bany\[\]|@ts-(?:ignore|expect-error|nocheck)|\bTODO\b|\bFIXME\b/
  const own = 'scripts/budgets.test.ts'
  const found = files.filter((file) => file !== own).flatMap((file) => matchingLines(file, forbidden))
  expect(found).toEqual([])
})

test('no file has a catch-all name', () => {
  const heaps = /(^|\/)(utils?|helpers?|misc|common|index)\.tsx?$/
  // A connector is a folder with one entry file (ARCHITECTURE.md).
  expect(
    files.filter((file) => heaps.test(file) && !/^packages\/connectors\/src\/[\w-]+\/index\.ts$/.test(file)),
  ).toEqual([])
})

test('every version is exact, so that two clones are the same', () => {
  const workspaces = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}/package.json`)
  const loose = ['package.json', ...workspaces].flatMap((file) => {
    const { dependencies, devDependencies } = manifestOf(file)
    return Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+/.test(version),
    )
  })
  expect(loose).toEqual([])
})

test('there are at most ten scripts to learn', () => {
  // Scripts that npm runs automatically before another one don't count.
  const scripts = Object.keys(manifestOf('package.json').scripts).filter((name) => !name.startsWith('pre'))
  expect(scripts.length).toBeLessThanOrEqual(10)
})

interface Manifest {
  scripts: Record<string, string>
  dependencies: Record<string, string>
  devDependencies: Record<string, string>
}

function manifestOf(file: string): Manifest {
  const manifest = JSON.parse(textOf(file)) as Partial<Manifest>
  return { scripts: {}, dependencies: {}, devDependencies: {}, ...manifest }
}

function linesOf(file: string): number {
  return textOf(file).trimEnd().split('\n').length
}

function matchingLines(file: string, pattern: RegExp): string[] {
  return textOf(file)
    .split('\n')
    .flatMap((line, index) => (pattern.test(line) ? [`${file}:${index + 1}: ${line.trim()}`] : []))
}

function textOf(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}
