import type { Reporter, SerializedError, TestCase, TestModule } from 'vitest/node'
import { describeTrouble, report, type TestReport, type TestTrouble, troubleOf } from './test-report.ts'

/** Says at once what fails in a run of Vitest, and ends it with all that failed, in a form that is read without scrolling. */
export const vitestReport: Reporter = {
  onTestCaseResult(test): void {
    if (test.result().state === 'failed') console.log(`Failed:\n${describeTrouble(troubleOfTest(test))}`)
  },
  onTestRunEnd(modules, errors): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()])
    const inState = (state: string) => tests.filter((test) => test.result().state === state)
    const ended: TestReport = {
      passed: inState('passed').length,
      skipped: inState('skipped').length,
      failed: [...inState('failed').map(troubleOfTest), ...modules.flatMap(troublesOfModule), ...errors.map(unhandled)],
      flaky: inState('passed').filter(hadSecondTry).map(troubleOfTest),
    }
    report(ended)
  },
}

function hadSecondTry(test: TestCase): boolean {
  return (test.diagnostic()?.retryCount ?? 0) > 0
}

function troubleOfTest(test: TestCase): TestTrouble {
  return toTrouble(test.module.moduleId, test.fullName, test.result().errors?.[0])
}

/** Failures outside a test: of loading the file, and of what is done before and after its tests. */
function troublesOfModule(module: TestModule): TestTrouble[] {
  const suites = [...module.children.allSuites()].flatMap((suite) => suite.errors())
  return [...module.errors(), ...suites].map((error) => toTrouble(module.moduleId, 'before or after its tests', error))
}

function unhandled(error: SerializedError): TestTrouble {
  return toTrouble('', 'an error that no test caught', error)
}

function toTrouble(file: string, name: string, error: SerializedError | undefined): TestTrouble {
  return troubleOf({ file, name, ...(error && { message: error.message, stack: error.stack ?? '' }) })
}
