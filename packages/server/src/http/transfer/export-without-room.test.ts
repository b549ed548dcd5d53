import { statfsSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestApi } from '../../testing/api.ts'
import { holdSmallDiskPerTest } from '../../testing/small-disk.fixture.ts'
import { productRoutes } from '../routes.ts'

const disk = holdSmallDiskPerTest()

test('an export for which the disk has no room is refused, leaves nothing, and stops nothing else', async ({
  skip,
}) => {
  skip(disk.whyNot !== undefined, disk.whyNot)
  const api = await openTestApi({ register: productRoutes })
  onTestFinished(() => api.close())
  vi.stubEnv('TMPDIR', disk.folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const { bavail, bsize } = statfsSync(disk.folder)
  writeFileSync(path.join(disk.folder, 'others'), Buffer.alloc(bavail * bsize))
  const answer = await api.call({ as: 'Administrator', url: '/api/v1/client/export?file_name=all' })
  expect(answer).toMatchObject({ status: 500 })
  expect(answer.json()).toMatchObject({ detail: 'Table export failed, try again later' })
  expect(await readdir(disk.folder)).toEqual(['others'])
})
