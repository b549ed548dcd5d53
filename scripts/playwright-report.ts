import path from 'node:path'
import type { FullConfig, Reporter, Suite, TestCase, TestError, TestResult } from '@playwright/test/reporter'
import { report, type TestTrouble, troubleOf } from './test-report.ts'
import { root } from './walls.ts'

/** The kind of annotation that says what a page showed when its test failed. */
export const shownPage = 'page'

/**
 * Ends a run of Playwright with what failed, in a form that is read without scrolling. A class because Playwright
 * requires one.
 */
export default class PlaywrightReport implements Reporter {
  private suite: Suite | undefined
  private readonly errors: TestError[] = []

  onBegin(_: FullConfig, suite: Suite): void {
    this.suite = suite
  }

  onError(error: TestError): void {
    this.errors.push(error)
  }

  onEnd(): void {
    const tests = this.suite?.allTests() ?? []
    const inState = (state: ReturnType<TestCase['outcome']>) => tests.filter((test) => test.outcome() === state)
    for (const line of slowFiles(tests)) console.log(line)
    report({
      passed: inState('expected').length + inState('flaky').length,
      skipped: inState('skipped').length,
      failed: [...inState('unexpected').map(troubleOfTest), ...this.errors.map(troubleOutside)],
      flaky: inState('flaky').map(troubleOfTest),
    })
  }

  printsToStdio(): boolean {
    return false
  }
}

/** In seconds: what takes longer keeps one worker busy while the others are done. */
const longestFile = 45

/** Returns a line for each file that took long, the slowest first. */
function slowFiles(tests: readonly TestCase[]): string[] {
  const byFile = Map.groupBy(tests, ({ location }) => path.relative(root, location.file))
  const took = [...byFile].map(([file, of]) => ({ file, seconds: sum(of.flatMap(({ results }) => results)) / 1000 }))
  return took
    .filter(({ seconds }) => seconds > longestFile)
    .sort((a, b) => b.seconds - a.seconds)
    .map(({ file, seconds }) => `${file} took ${Math.round(seconds)} s`)
}

function sum(results: readonly TestResult[]): number {
  return results.reduce((total, { duration }) => total + duration, 0)
}

function troubleOfTest(test: TestCase): TestTrouble {
  const failed = test.results.find(({ error }) => error !== undefined)
  const [, , , ...name] = test.titlePath()
  const page = failed?.annotations.find(({ type }) => type === shownPage)?.description
  return { ...toTrouble(test.location.file, name.join(' > '), failed?.error), ...(page && { page }) }
}

function troubleOutside(error: TestError): TestTrouble {
  return toTrouble(error.location?.file ?? '', 'before or after the tests', error)
}

function toTrouble(file: string, name: string, error: TestError | undefined): TestTrouble {
  return troubleOf({ file, name, ...(error && { message: error.message ?? '', stack: error.stack ?? '' }) })
}
