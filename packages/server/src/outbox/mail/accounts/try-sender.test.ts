import { expect, onTestFinished, test } from 'vitest'
import type { MailSignIn } from '../../../mail/mailboxes/sign-in.ts'
import { startAccountMailServer } from '../../../testing/account-mail-server.ts'
import { startTokenServer, testApplication } from '../../../testing/token-server.ts'
import type { SendWay } from '../send-mails-worker.ts'
import { smtpRefusal } from '../test-mail-server.ts'
import { type SenderRow, wayOf } from './sender-rows.ts'
import { trySender } from './try-sender.ts'

const user = 'docketing@hale-osei.example'
const mail = {
  from: { name: 'Courtcrier', address: user },
  to: { name: 'Ada', address: 'ada@hale-osei.example' },
  messageId: '<test@hale-osei.example>',
}

const noSecrets = { clientSecret: null, clientCertificate: null, serviceAccountKey: null, password: null }
const bare: MailSignIn = {
  ...{ service: 'OAUTH', address: user, tenantId: null, clientId: null, server: null, tokenUrl: null, scope: null },
  ...noSecrets,
}

test('every step succeeds, and the one email goes to the person who tests', async () => {
  const { way, server } = await start()
  const result = await trySender(() => way, mail)
  expect(result).toMatchObject({ ok: true, sentence: 'Every step succeeded.' })
  expect(statesOf(result)).toEqual({ token: 'ok', connect: 'ok', encryption: 'skipped', signIn: 'ok', send: 'ok' })
  expect(server.caught).toMatchObject([{ from: user, to: ['ada@hale-osei.example'] }])
})

test('a wrong directory, application or secret is said in the step that requests the token', async () => {
  const { way, tokens, server } = await start()
  for (const [number, sentence] of [
    ['90002', 'There is no directory with this ID.'],
    ['700016', 'There is no application with this ID in the directory.'],
    ['7000215', 'Microsoft refuses the client secret.'],
    ['7000222', 'The client secret has expired.'],
  ]) {
    tokens.refuseWith({ status: 400, body: { error: 'x', error_description: `AADSTS${number}: no` } })
    const result = await trySender(() => way, mail)
    expect(result).toMatchObject({ ok: false, sentence: expect.stringContaining(sentence ?? '') })
    expect(statesOf(result)).toEqual({
      ...{ token: 'failed', connect: 'skipped', encryption: 'skipped', signIn: 'skipped', send: 'skipped' },
    })
  }
  expect(server.signIns).toEqual([])
})

test.each([
  [
    'SMTP AUTH is off for the organization',
    '5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Tenant.',
    /SMTP AUTH is turned off for your organization\. .*Set-CASMailbox -Identity docketing@hale-osei\.example/,
  ],
  [
    'SMTP AUTH is off for the mailbox',
    '5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox.',
    /Turn on authenticated SMTP for this mailbox/,
  ],
  ['the application has no right', '5.7.3 Authentication unsuccessful', /grant it SMTP\.SendAsApp/],
])('what to do is said when %s', async (_, answer, sentence) => {
  const { way } = await start({ onAuth: (_auth, _session, done) => done(smtpRefusal(535, answer)) })
  const result = await trySender(() => way, mail)
  expect(result.sentence).toMatch(sentence)
  expect(statesOf(result)).toMatchObject({ encryption: 'skipped', signIn: 'failed', send: 'skipped' })
})

test('what to do is said when the account may not send as its address', async () => {
  const { way } = await start({
    onData: (stream, _session, done) =>
      stream.resume().on('end', () => done(smtpRefusal(554, '5.2.252 SendAsDenied; x not allowed to send as y'))),
  })
  const result = await trySender(() => way, mail)
  expect(result.sentence).toContain('Add-RecipientPermission')
  expect(statesOf(result)).toMatchObject({ signIn: 'ok', send: 'failed' })
})

test('a server elsewhere without encryption is told nothing', async () => {
  const { way, server } = await start()
  const elsewhere = { ...way, server: { ...way.server, host: '::ffff:127.0.0.1' } }
  const result = await trySender(() => elsewhere, mail)
  expect(statesOf(result)).toMatchObject({ connect: 'ok', encryption: 'failed', signIn: 'skipped' })
  expect(server.signIns).toEqual([])
})

test('neither tokens nor connections are requested in a private network that the operator did not name', async () => {
  const { way, tokens } = await start()
  const closed = { ...way, account: { ...way.account, networks: [] } }
  const result = await trySender(() => closed, mail)
  expect(statesOf(result)).toMatchObject({ token: 'failed', connect: 'skipped' })
  const byPassword = { ...closed.account, signIn: { ...bare, service: 'PASSWORD' as const } }
  const second = await trySender(() => ({ ...closed, account: byPassword }), mail)
  expect(second.sentence).toContain('COURTCRIER_ALLOW_PRIVATE_MAIL')
  expect(statesOf(second)).toMatchObject({ token: 'skipped', connect: 'failed' })
  expect(tokens.given()).toBe(0)
})

test('an account is at the server of its service, or at its own', () => {
  const at = (plain: Partial<MailSignIn>) => {
    const { host, port, isSecure } = wayOf(rowOf(plain), {
      config: { privateMail: undefined, ehloName: undefined },
      secrets,
    }).server
    return [host, port, isSecure]
  }
  expect(at({ service: 'MICROSOFT' })).toEqual(['smtp.office365.com', 587, false])
  expect(at({ service: 'GOOGLE' })).toEqual(['smtp.gmail.com', 465, true])
  expect(at({ service: 'MICROSOFT', server: 'smtp://smtp.office365.us' })).toEqual(['smtp.office365.us', 587, false])
  expect(at({ server: 'smtps://mail.example:2465/' })).toEqual(['mail.example', 2465, true])
})

const secrets = { open: () => '' }

function rowOf(plain: Partial<MailSignIn>): SenderRow {
  return {
    firmId: 1,
    id: 'x',
    name: 'x',
    senderName: null,
    signedInAt: null,
    plain: { ...bare, ...plain },
    sealed: noSecrets,
  }
}

async function start(options: Partial<Parameters<typeof startAccountMailServer>[0]> = {}) {
  const tokens = await startTokenServer({ user })
  const server = await startAccountMailServer({ user, tokens, ...options })
  onTestFinished(async () => {
    await server.close()
    await tokens.stop()
  })
  const way: Required<SendWay> = {
    key: 'tested',
    server: { host: '127.0.0.1', port: server.port, isSecure: false, user },
    account: { signIn: { ...bare, ...testApplication, tokenUrl: tokens.tokenUrl }, networks: ['loopback'] },
  }
  return { way, tokens, server }
}

function statesOf({ steps }: { steps: readonly { step: string; state: string }[] }) {
  return Object.fromEntries(steps.map(({ step, state }) => [step, state]))
}
