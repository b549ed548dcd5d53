import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findLackOfRoom } from './room.ts'

let folder: string
let whyNoDisk: string | undefined
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    whyNoDisk = String(error)
  }
})
afterEach(() => {
  if (whyNoDisk === undefined) execFileSync('umount', ['-l', folder])
  rmSync(folder, { recursive: true, force: true })
})

test('a disk that can be written to, but whose last room is reserved, receives no messages', async ({ skip }) => {
  if (whyNoDisk) skip(`No disk can be mounted here: ${whyNoDisk}`)
  const disks = { config: { blobFolder: folder }, database: {} }
  expect(await findLackOfRoom(disks)).toBeUndefined()
  writeFileSync(join(folder, 'other'), Buffer.alloc(15_900 * 1024))
  // For a quarter of a second what was found before counts.
  await pause(300)
  expect(await findLackOfRoom(disks)).toContain(`Little room is left in ${folder}`)
  writeFileSync(join(folder, 'little'), 'still possible')
})
