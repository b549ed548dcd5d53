import { execFileSync } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { isDatabaseAway } from './away.ts'
import { type Database, openDatabase } from './database.ts'
import { prepareProbe, probeWrites } from './write-probe.ts'

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

/** Mounts a separate small disk. Returns undefined and prints the reason if this process may not mount one. */
async function mountSmallDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'courtcrier-disk-'))
  closers.push(() => rm(folder, { recursive: true, force: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=120m,mode=0700', 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    process.stdout.write(`Skipped: no disk can be mounted here (${error instanceof Error ? error.message : error}).\n`)
    return undefined
  }
  closers.push(() => execFileSync('umount', ['-l', folder]))
  return folder
}

async function fill(file: string): Promise<void> {
  const handle = await open(file, 'w')
  try {
    for (const size of [1_000_000, 1024]) {
      const block = Buffer.alloc(size, 1)
      for (let isFull = false; !isFull; )
        isFull = await handle.write(block).then(
          () => false,
          () => true,
        )
    }
  } finally {
    await handle.close()
  }
}

function add(database: Database, n: number): Promise<void> {
  return database.kysely.transaction().execute(async (trx) => {
    await sql`set local synchronous_commit = on`.execute(trx)
    await sql`insert into pages select ${n}::int, repeat(md5(${String(n)}::text), 40)`.execute(trx)
  })
}

async function count(database: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from pages`.execute(database.kysely)
  return rows[0]?.n ?? 0
}

test('after a panic on a full disk, the embedded database refuses everything, then reopens with all committed data', async () => {
  const folder = await mountSmallDisk()
  if (!folder) return
  const database = await openDatabase({ folder })
  closers.push(() => database.close())
  const heard: string[] = []
  await database.pglite?.listen('words', (word) => heard.push(word))
  await sql`create table pages (id int primary key, text text)`.execute(database.kysely)
  let committed = 0
  for (; committed < 50; committed++) await add(database, committed)
  const filler = path.join(folder, 'filler')
  await fill(filler)
  // Commits count while there is still room; in the end there is none, and a checkpoint can't be written.
  for (let isFull = false; !isFull && committed < 100_000; ) {
    isFull = await add(database, committed).then(
      () => false,
      () => true,
    )
    if (!isFull) committed++
  }
  await expect(database.pglite?.exec('checkpoint')).rejects.toSatisfy(isDatabaseAway)
  expect(database.outage.current()?.reason).toMatch(/its disk is full/)
  await expect(count(database)).rejects.toSatisfy(isDatabaseAway)
  await expect(add(database, -1)).rejects.toSatisfy(isDatabaseAway)
  await expect(database.pglite?.query('select 1')).rejects.toSatisfy(isDatabaseAway)
  await rm(filler)
  await expect.poll(() => database.outage.current()).toBeUndefined()
  expect(await count(database)).toBe(committed)
  await add(database, committed)
  await sql`select pg_notify('words', 'heard again')`.execute(database.kysely)
  await expect.poll(() => heard).toEqual(['heard again'])
})

test('the probe notices a full disk while questions are answered, and that there is space again', async () => {
  const folder = await mountSmallDisk()
  if (!folder) return
  const database = await openDatabase({ folder })
  closers.push(() => database.close())
  await database.kysely.transaction().execute(async (trx) => {
    await sql`create schema courtcrier_meta`.execute(trx)
    await prepareProbe(trx)
  })
  await probeWrites(database)
  const filler = path.join(folder, 'filler')
  await fill(filler)
  await probeWrites(database)
  expect(database.writes.current()?.reason).toBe('its disk is full')
  expect((await sql<object>`select 1 as one`.execute(database.kysely)).rows).toEqual([{ one: 1 }])
  await rm(filler)
  await probeWrites(database)
  expect(database.writes.current()).toBeUndefined()
})
