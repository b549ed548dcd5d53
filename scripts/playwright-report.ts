import type { FullConfig, Reporter, Suite, TestCase, TestError } from '@playwright/test/reporter'
import { report, type TestTrouble, troubleOf } from './test-report.ts'

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

function troubleOfTest(test: TestCase): TestTrouble {
  const failed = test.results.find(({ error }) => error !== undefined)
  const [, , , ...name] = test.titlePath()
  return toTrouble(test.location.file, name.join(' > '), failed?.error)
}

function troubleOutside(error: TestError): TestTrouble {
  return toTrouble(error.location?.file ?? '', 'before or after the tests', error)
}

function toTrouble(file: string, name: string, error: TestError | undefined): TestTrouble {
  return troubleOf({ file, name, ...(error && { message: error.message ?? '', stack: error.stack ?? '' }) })
}
