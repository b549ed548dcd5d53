import { expect, test } from 'vitest'
import { formatBytes } from './format-bytes.ts'

test.each([
  [999, '999 B'],
  [21_400, '21 KB'],
  [999_600, '1 MB'],
  [12_800_000, '12.8 MB'],
  [412_000_000, '412 MB'],
])('%i bytes are written as in the emails: %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))
