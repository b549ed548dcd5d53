import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Begins with what takes longest: faults, then browsers. Vitest goes by the size of a file where it has no times of
 * an earlier run, and the fault tests are a few lines that take two minutes, for which everything else had then to be
 * waited out. A class, because that is what Vitest takes.
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
