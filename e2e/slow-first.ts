import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the slowest tests first: faults and what takes ten minutes in the long form, then installations. Without timings
 * from an earlier run, Vitest sorts by file size, which would leave these, a few lines each, for the end. A class because
 * Vitest requires one.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    return bySize.toSorted((a, b) => groupOf(a) - groupOf(b))
  }
}

function groupOf({ moduleId }: TestSpecification): number {
  if (slowest.some((part) => moduleId.includes(part))) return 0
  return moduleId.includes('/e2e/') ? 1 : 2
}

const slowest = ['/e2e/faults/', '/scripts/extending.test.ts', '/auth/nobody-raises-themselves.test.ts']
