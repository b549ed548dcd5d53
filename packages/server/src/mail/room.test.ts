import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { holdSmallDiskPerTest } from '../testing/small-disk.fixture.ts'
import { findLackOfRoom } from './room.ts'

const disk = holdSmallDiskPerTest()

test('a disk that can be written to, but whose last room is reserved, receives no messages', async ({ skip }) => {
  if (disk.whyNot) skip(disk.whyNot)
  const { folder } = disk
  const disks = { config: { blobFolder: folder }, database: {} }
  expect(await findLackOfRoom(disks)).toBeUndefined()
  writeFileSync(join(folder, 'other'), Buffer.alloc(15_900 * 1024))
  // For a quarter of a second what was found before counts.
  await pause(300)
  expect(await findLackOfRoom(disks)).toContain(`Little room is left in ${folder}`)
  writeFileSync(join(folder, 'little'), 'still possible')
})
