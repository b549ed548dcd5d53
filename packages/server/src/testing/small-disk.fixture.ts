import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'

export interface SmallDisk {
  folder: string
  /** Why the folder is on no disk of its own, if it isn't: then the test is to be skipped. */
  whyNot: string | undefined
}

/** Gives every test of a file a folder on a disk of 16 MB, where this machine lets it mount one. */
export function holdSmallDiskPerTest(): SmallDisk {
  const disk: SmallDisk = { folder: '', whyNot: undefined }
  beforeEach(() => {
    disk.folder = mkdtempSync(join(tmpdir(), 'small-disk-'))
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16m', 'tmpfs', disk.folder], { stdio: 'pipe' })
    } catch (error) {
      disk.whyNot = `No disk can be mounted here: ${error}`
    }
  })
  afterEach(() => {
    if (disk.whyNot === undefined) execFileSync('umount', ['-l', disk.folder])
    rmSync(disk.folder, { recursive: true, force: true })
  })
  return disk
}
