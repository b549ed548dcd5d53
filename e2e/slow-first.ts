import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Starts the slowest tests first: faults, then browsers. Without timings from an earlier run, Vitest sorts by file
 * size, which would leave the fault tests, a few lines that take two minutes, for the end. A class because Vitest
 * requires one.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const bySize = await super.sort(files)
    return bySize.toSorted((a, b) => groupOf(a) - groupOf(b))
  }
}

function groupOf({ moduleId }: TestSpecification): number {
  if (moduleId.includes('/e2e/faults/')) return 0
  return moduleId.includes('/e2e/') ? 1 : 2
}
