import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Ends a run with the tests that passed on a second try only, each a defect to be mended at its cause. */
export const secondTries: Reporter = {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const needed = modules.flatMap((each) => [...each.children.allTests('passed')].filter(hadSecondTry))
    if (needed.length === 0) return
    console.log(`\nPassed on a second try only (${needed.length}):`)
    for (const test of needed) console.log(describeTry(test))
  },
}

function hadSecondTry(test: TestCase): boolean {
  return (test.diagnostic()?.retryCount ?? 0) > 0
}

function describeTry(test: TestCase): string {
  const { errors } = test.result()
  const [reason = ''] = (errors?.[0]?.message ?? '').split('\n')
  return `  second try: ${test.module.relativeModuleId} > ${test.fullName}\n    ${reason}`
}
