import { expect, test } from 'vitest'
import { safePath } from './problems.ts'

test.each(['..', '../A', 'A/..', 'A/../../B', '.', 'A/./B', '/A', 'A//B', 'A/'])(
  'a path such as %s, which is not what it seems, is refused for every DMS',
  (path) => {
    expect(() => safePath(path)).toThrow('leads out of the storage folder')
  },
)

test.each(['', 'A', 'A/..b/c...pdf'])('"%s" is a path below the root', (path) => {
  expect(safePath(path)).toBe(path)
})
