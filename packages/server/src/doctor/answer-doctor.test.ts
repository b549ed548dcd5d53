import { stat, writeFile } from 'node:fs/promises'
import { freePort } from '@courtcrier/lib/free-port.ts'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '../base/config.ts'
import { withSystem } from '../base/db/firm-transaction.ts'
import { newId } from '../base/db/ids.ts'
import { startCourtcrier } from '../main.ts'
import { type DataFolder, makeDataFolder } from '../testing/data-folder.ts'
import { runCommand } from '../testing/run-command.ts'
import { answerDoctor } from './answer-doctor.ts'
import { doctorSocket } from './ask-server.ts'

/** Runs Courtcrier with the embedded database, a provider that doesn't answer, and a mailbox that no one signed in to. */
async function runEmbedded(): Promise<DataFolder> {
  const data = await makeDataFolder({ isEmbedded: true })
  onTestFinished(data.remove)
  const environment = { COURTCRIER_ROLES: 'worker', COURTCRIER_ALLOW_PRIVATE_SIGN_ON: 'loopback' }
  const settings = { COURTCRIER_DATA: data.folder, ...environment }
  const { services, stop } = await startCourtcrier(readConfig(settings), { log: pino({ level: 'silent' }) })
  onTestFinished(stop)
  const issuer = `http://127.0.0.1:${await freePort()}`
  await withSystem(services.database, async (trx) => {
    await sql`insert into firms (firm_id, id, name) values (1, 1, 'Firm')`.execute(trx)
    await sql`insert into identity_providers (firm_id, id, name, protocol, issuer, client_id, scopes, admits)
      values (1, ${newId()}::uuid, 'Entra', 'OIDC', ${issuer}, 'x', 'openid', 'LISTED')`.execute(trx)
    await sql`insert into mailboxes (firm_id, id, name, address, service, folder)
      values (1, ${newId()}::uuid, 'Notices', 'notices@one.example', 'GOOGLE_USER', 'INBOX')`.execute(trx)
  })
  // Left by a process that was killed.
  await writeFile(doctorSocket({ dataFolder: data.folder }), '')
  onTestFinished(await answerDoctor(services))
  return { ...data, environment: { DATABASE_URL: '', ...environment } }
}

test('while the server has the embedded database, it says for the doctor what is in it', async () => {
  const data = await runEmbedded()
  const { code, output } = await runCommand(data, ['doctor'])
  expect(output).toContain('ok      Database: It answers, its schema is current, and it has 1 firm.')
  expect(output).toMatch(/^FAILED {2}Identity provider Entra of firm 1: .* No one can sign in with it\.$/m)
  expect(output).toMatch(/^warning Sign-in of the mailbox notices@one\.example of firm 1: No one has signed in yet\./m)
  expect(output).toMatch(/^ok {6}Database writes: /m)
  expect(code).toBe(1)
})

test('only the user that the server runs as can ask it', async () => {
  const { folder } = await runEmbedded()
  const { mode } = await stat(doctorSocket({ dataFolder: folder }))
  expect(mode & 0o077).toBe(0)
})
