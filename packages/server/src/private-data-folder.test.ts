import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** The server has its embedded database, wherever the other tests have theirs: it makes files of its own. */
test('the data folder is private, however it was created and whatever the umask', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-open-'))
  const data = path.join(folder, 'data')
  for (const part of ['', 'blobs', 'database', 'fetching']) {
    await mkdir(path.join(data, part), { recursive: true })
    await chmod(path.join(data, part), 0o777)
  }
  // Run in child processes with their own umask, because a test thread may not set one.
  const environment = {
    COURTCRIER_DATA: data,
    COURTCRIER_ROLES: 'web,worker',
    COURTCRIER_PORT: '0',
    COURTCRIER_LOG_LEVEL: 'silent',
  }
  const program = `process.umask(0)
    const { startCourtcrier } = await import(${JSON.stringify(new URL('./main.ts', import.meta.url).href)})
    const { readConfig } = await import(${JSON.stringify(new URL('./base/config.ts', import.meta.url).href)})
    const { stop, services } = await startCourtcrier(readConfig(${JSON.stringify(environment)}))
    await services.blobs.put(Buffer.from('evidence'))
    await stop()`
  try {
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
    const open: string[] = []
    for (const place of ['', ...(await readdir(data, { recursive: true }))]) {
      const { mode } = await stat(path.join(data, place))
      if ((mode & 0o077) !== 0) open.push(`${place} ${(mode & 0o777).toString(8)}`)
    }
    expect(open).toEqual([])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
