import { Command } from 'commander'
import { readConfig } from '../base/config.ts'
import { openDatabase } from '../base/db/database.ts'
import { migrate } from '../base/db/migrate.ts'
import { rowUpdates } from '../mail/known-addresses.ts'
import { ensureStamps } from '../records/walls/stamps.ts'

export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the database up to date. "serve" does this too; use it to do so in advance.')
    .action(async () => {
      const config = readConfig(process.env)
      const database = await openDatabase(
        config.databaseUrl ? { url: config.databaseUrl } : { folder: config.dataFolder },
      )
      try {
        const applied = await migrate(database, rowUpdates, ensureStamps)
        console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
      } finally {
        await database.close()
      }
    })
}
