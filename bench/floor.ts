import { randomBytes } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { sql } from 'kysely'
import { openDatabase } from '../packages/server/src/base/db/database.ts'

/** Measures the minimum cost of saving the same things: as many bare inserts, and as many files written and synced. */
export async function measureFloor({
  folder,
  databaseUrl,
  counts,
}: {
  folder: string
  databaseUrl: string | undefined
  counts: { rows: number; files: number; bytes: number }
}): Promise<void> {
  const inserts = await insertRows(
    databaseUrl ? { url: databaseUrl } : { folder: path.join(folder, 'floor') },
    counts.rows,
  )
  const files = await syncFiles(path.join(folder, 'floor-files'), counts)
  console.log(
    `  floor                      ${counts.rows} bare inserts ${inserts.toFixed(1)} s, ${counts.files} synced files ${files.toFixed(1)} s, one after the other`,
  )
}

async function insertRows(place: { url: string } | { folder: string }, rows: number): Promise<number> {
  const database = await openDatabase(place)
  await sql`create table if not exists floor (id serial primary key, body text)`.execute(database.kysely)
  const start = performance.now()
  for (let i = 0; i < rows; i++)
    await sql`insert into floor (body) values (${'x'.repeat(200)})`.execute(database.kysely)
  const seconds = (performance.now() - start) / 1000
  await sql`drop table floor`.execute(database.kysely)
  await database.close()
  return seconds
}

async function syncFiles(folder: string, { files, bytes }: { files: number; bytes: number }): Promise<number> {
  await mkdir(folder, { recursive: true })
  const content = randomBytes(bytes)
  const start = performance.now()
  for (let i = 0; i < files; i++) {
    const handle = await open(path.join(folder, String(i)), 'w')
    await handle.writeFile(content)
    await handle.sync()
    await handle.close()
  }
  return (performance.now() - start) / 1000
}
