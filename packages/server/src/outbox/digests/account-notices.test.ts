import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withFirm, withSystem } from '../../base/db/firm-transaction.ts'
import { newId } from '../../base/db/ids.ts'
import { noteLook } from '../../mail/mailboxes/note-look.ts'
import { insert, plantFiling, type TestServices } from '../copies/test-filing.ts'
import { noteSending } from '../mail/accounts/note-sending.ts'
import { plantEvent, runAt, type TestMail, withTestMail } from './test-digests.ts'

let services: TestServices
let server: TestMail
withTestMail((opened) => {
  ;({ services, server } = opened)
})

const ends = {
  ...{
    at: '2026-11-20T12:01:00Z',
    level: 'WARNING',
    entity: 'mailbox',
    entity_id: 'm',
    action: 'mailbox_sign_in_ends',
  },
  sentence: 'The sign-in of the mailbox "Notices" ends on 2026-12-04.',
}

test('whoever may mend a mailbox is notified before its sign-in ends, and of what follows the day after', async () => {
  await plantFiling(services)
  await plantUser('admin@hale-osei.example', 'FULL')
  await plantUser('reader@hale-osei.example', 'READ')
  await plantUser('former@hale-osei.example', 'FULL', { is_active: false })
  await plantUser('program@hale-osei.example', 'FULL', { is_service_account: true })
  await plantEvent(services, ends)
  expect(await runAt(services, server.mail, '2026-11-20T12:04:00Z')).toBe(0)
  expect(await runAt(services, server.mail, '2026-11-20T12:05:00Z')).toBe(1)
  await plantEvent(services, { ...ends, at: '2026-11-20T13:00:00Z', sentence: 'Another ends.', entity_id: 'n' })
  await plantEvent(services, { ...ends, at: '2026-11-20T14:00:00Z', sentence: 'A third ends.', entity_id: 'o' })
  expect(await runAt(services, server.mail, '2026-11-20T18:00:00Z')).toBe(0)
  expect(await runAt(services, server.mail, '2026-11-21T12:00:00Z')).toBe(1)
  expect(await runAt(services, server.mail, '2026-11-22T12:00:00Z')).toBe(0)
  const mails = await server.catcher.parsed()
  expect(mails.map(({ to, subject }) => [to?.[0]?.address, subject])).toEqual([
    ['admin@hale-osei.example', `Courtcrier: ${ends.sentence}`],
    ['admin@hale-osei.example', 'Courtcrier: 2 mail accounts to sign in to again'],
  ])
  expect(mails[0]?.text).toContain('/mailboxes?id=m')
  expect(mails[0]?.text).toContain("Your role lets you change the firm's mail accounts.")
})

test('a sign-in that is refused is told, and a server that does not answer is not', async () => {
  await plantFiling(services)
  await plantUser('admin@hale-osei.example', 'FULL')
  const [id, sender] = [newId(), newId()]
  const account = { firm_id: 1, name: 'Docketing', address: 'd@x.example', service: 'PASSWORD' }
  const look = { isRead: false, taken: 0, lagSeconds: 0 }
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'mailboxes', { ...account, id, folder: 'INBOX' })
    await insert(trx, 'mailbox_readers', { firm_id: 1, id, process: id, until: '2026-11-20T12:00:00Z' })
    await insert(trx, 'mail_senders', { ...account, id: sender })
  })
  await withFirm(services.database, 1, async (trx) => {
    const note = (problem: string, isRefused: boolean) =>
      noteLook(trx, { firmId: 1, id, name: 'Notices', look: { ...look, problem, isRefused } })
    await note('Nothing listens there.', false)
    await note('Microsoft has ended this sign-in.', true)
    await noteSending(trx, {
      firmId: 1,
      id: sender,
      name: 'Docketing',
      problem: 'It refuses the password.',
      isRefused: true,
    })
  })
  await sql`update system_events set created_at = '2026-11-20T12:01:00Z'`.execute(services.database.kysely)
  expect(await runAt(services, server.mail, '2026-11-20T12:05:00Z')).toBe(1)
  const [sent] = await server.catcher.parsed()
  expect(sent?.subject).toBe('Courtcrier: 2 mail accounts to sign in to again')
  expect(sent?.text).toContain('Microsoft has ended this sign-in.')
  expect(sent?.text).toContain('It refuses the password.')
  expect(sent?.text).not.toContain('Nothing listens there.')
})

test('an administrator who gets the error notifications of the firm is notified once', async () => {
  const email = 'admin@hale-osei.example'
  await plantFiling(services, { firm: { error_notification_emails: [email] } })
  await plantUser(email, 'FULL')
  await plantEvent(services, ends)
  expect(await runAt(services, server.mail, '2026-11-20T12:05:00Z')).toBe(1)
  expect(await runAt(services, server.mail, '2026-11-20T12:10:00Z')).toBe(0)
})

test('someone whose role is taken away before the email is composed gets none', async () => {
  await plantFiling(services)
  await plantUser('admin@hale-osei.example', 'FULL')
  await plantEvent(services, ends)
  const away = { ...server.mail, send: async () => ({ retry: 'The mail server is away.' }) }
  await runAt(services, away, '2026-11-20T12:05:00Z')
  await withSystem(services.database, (trx) =>
    sql`update user_security_roles set grants = ${grantsOf('DENY')}::text::jsonb where name like 'Role %'`.execute(trx),
  )
  await runAt(services, server.mail, '2026-11-20T12:10:00Z')
  expect(await server.catcher.parsed()).toEqual([])
})

async function plantUser(email: string, access: string, values: Record<string, unknown> = {}): Promise<void> {
  const [id, role] = [newId(), newId()]
  await withSystem(services.database, async (trx) => {
    await insert(trx, 'user_security_roles', { firm_id: 1, id: role, name: `Role ${role}`, grants: grantsOf(access) })
    await insert(trx, 'users', {
      ...{ firm_id: 1, id, email, full_name: email, security_role_id: role, created_at: '2026-11-01T00:00:00Z' },
      ...values,
    })
  })
}

function grantsOf(access: string): string {
  return JSON.stringify({ credential_access: access })
}
