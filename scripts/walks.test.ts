import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './walls.ts'

interface Step {
  file: string
  names: readonly string[]
}

const text = readFileSync(path.join(root, 'docs/walks.md'), 'utf8')
const steps = stepsIn(text)

test('three walks have steps to follow', () => {
  expect(steps.length).toBeGreaterThan(60)
  expect(steps.filter(({ names }) => names.length === 0)).toEqual([])
})

test('every file that a walk names exists', () => {
  expect(steps.map(({ file }) => file).filter((file) => !existsSync(sourcePath(file)))).toEqual([])
})

test('every file that a walk names defines the functions named with it', () => {
  const missing = steps
    .filter(({ file }) => existsSync(sourcePath(file)))
    .flatMap(({ file, names }) => {
      const source = readFileSync(sourcePath(file), 'utf8')
      return names.filter((name) => !defines(source, name)).map((name) => `${name} in ${file}`)
    })
  expect(missing).toEqual([])
})

test.each([
  ['A notice', 40],
  ['A search', 19],
  ['A Judge', 13],
])('the walk "%s" has no more than %i steps', (title, most) => {
  const [, walk = ''] = text.split(`\n## ${title}`)
  const [before = ''] = walk.split(/^##/m)
  expect(stepsIn(before).length).toBeGreaterThan(0)
  expect(stepsIn(before).length).toBeLessThanOrEqual(most)
})

function stepsIn(part: string): Step[] {
  return part.split('\n').flatMap(stepOf)
}

function stepOf(line: string): Step[] {
  const [, file = '', names = ''] = line.split('|').map((cell) => cell.trim())
  return file.startsWith('`') ? [{ file: file.slice(1, -1), names: names.match(/(?<=`)\w+(?=`)/g) ?? [] }] : []
}

function sourcePath(file: string): string {
  return path.join(root, 'packages', file)
}

/** Returns whether a TypeScript or SQL file defines this name; a call or import isn't enough. */
function defines(source: string, name: string): boolean {
  return new RegExp(String.raw`\b(?:function|const|table) ${name}\b`).test(source)
}
