import { expect, test } from 'vitest'
import { type BuiltFile, tooHeavy, weightLimits } from './page-weights.ts'

const file = (name: string, size: number, rest: Partial<BuiltFile> = {}): BuiltFile => ({
  ...{ name, size, imports: [], css: [] },
  ...rest,
})

test('a page may load its limit, counting what several of its files import once', () => {
  const first = file('index.js', 170, { role: 'login' })
  const main = file('main.js', 60, { role: 'everyPage', imports: ['index.js'] })
  const page = file('TableScreen.js', weightLimits.page - 230, { role: 'page', imports: ['main.js', 'index.js'] })
  expect(tooHeavy([first, main, page])).toEqual([])
})

test('a page that loads more is named with its size, its limit and its largest files', () => {
  const shared = file('shared.js', 280.04)
  const page = file('TableScreen.js', 30, { role: 'page', imports: ['shared.js'] })
  expect(tooHeavy([page, shared])).toEqual([
    'TableScreen.js loads 310.0 kB of JavaScript after gzip and may load 300 (docs/decisions/0016-weight.md). Largest: shared.js 280.0, TableScreen.js 30.0.',
  ])
})

test('the login page and what every page loads have limits of their own', () => {
  const first = file('index.js', weightLimits.login + 1, { role: 'login' })
  const main = file('main.js', weightLimits.everyPage, { role: 'everyPage', imports: ['index.js'] })
  expect(tooHeavy([first, main]).map((sentence) => sentence.split(' ')[0])).toEqual(['index.js', 'main.js'])
})

test('style sheets have a limit, wherever they are imported', () => {
  const page = file('TableScreen.js', 1, { role: 'page', css: ['table.css'], imports: ['shared.js'] })
  const shared = file('shared.js', 1, { css: ['shared.css'] })
  expect(tooHeavy([page, shared, file('table.css', 20), file('shared.css', 21)])).toEqual([
    'TableScreen.js loads 41.0 kB of CSS after gzip and may load 40 (docs/decisions/0016-weight.md). Largest: shared.css 21.0, table.css 20.0.',
  ])
})
