import { expect, onTestFinished, test, vi } from 'vitest'
import { openFolderTree } from './folder-tree.ts'

test('a folder that was moved or renamed, or a matter with another number, is noticed within some minutes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const ids = new Map([
    ['root/42', 'matter'],
    ['matter/Pleadings', 'pleadings'],
  ])
  let asked = 0
  const tree = openFolderTree({
    rootId: async () => 'root',
    findFolder: async (parentId, name) => {
      asked++
      return ids.get(`${parentId}/${name}`)
    },
    makeFolder: async () => expect.unreachable(),
  })
  expect(await tree.find('42/Pleadings')).toBe('pleadings')
  vi.advanceTimersByTime(4 * 60_000)
  expect(await tree.find('42/Pleadings')).toBe('pleadings')
  expect(asked).toBe(2)
  // Now another matter has the number.
  ids.set('root/42', 'other').set('other/Pleadings', 'other pleadings')
  vi.advanceTimersByTime(61_000)
  expect(await tree.find('42/Pleadings')).toBe('other pleadings')
  ids.delete('other/Pleadings')
  vi.advanceTimersByTime(5 * 60_000 + 1)
  await expect(tree.ensure('42/Pleadings', false)).rejects.toMatchObject({ problem: { problem: 'missing' } })
})
