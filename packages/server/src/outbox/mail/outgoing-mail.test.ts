import pino, { type Logger } from 'pino'
import type { SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, test } from 'vitest'
import { type Environment, readConfig } from '../../base/config.ts'
import type { Mail } from './mail.ts'
import { type OutgoingMail, openOutgoingMail } from './outgoing-mail.ts'
import { type MailCatcher, openLineServer, openMailCatcher, smtpRefusal } from './test-mail-server.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close()
})

const mail: Mail = {
  from: { name: 'Hale & Osei LLP', address: 'notices@hale-osei.example' },
  to: { name: 'Osei, Ruth', address: 'r.osei@hale-osei.example' },
  subject: 'Acme v. Doe',
  text: 'text',
}

test("an email the server accepts returns the server's reply", async () => {
  const { outgoing, catcher } = await open()
  expect(await outgoing.send(mail)).toEqual({ accepted: true, response: expect.stringMatching(/^250/) })
  const [parsed] = await catcher.parsed()
  expect(parsed).toMatchObject({
    subject: 'Acme v. Doe',
    to: [{ name: 'Osei, Ruth', address: 'r.osei@hale-osei.example' }],
  })
  expect(await outgoing.verify()).toBeUndefined()
})

test('the mail server is greeted with the name that is set', async () => {
  const names: string[] = []
  const { catcher } = await open({
    onMailFrom: (_address, session, done) => {
      names.push(session.hostNameAppearsAs)
      done()
    },
  })
  const outgoing = openWith({ COURTCRIER_SMTP_OUT: catcher.url, COURTCRIER_SMTP_NAME: 'courtcrier.firm.example' })
  expect(await outgoing.send(mail)).toMatchObject({ accepted: true })
  expect(names).toEqual(['courtcrier.firm.example'])
})

test.each<[string, SMTPServerOptions, object]>([
  [
    'a recipient refused for good',
    { onRcptTo: (_a, _s, done) => done(smtpRefusal(550, 'no such user')) },
    { rejected: expect.stringMatching(/refused r\.osei@hale-osei\.example: "550 no such user"/), isTooLarge: false },
  ],
  [
    'a recipient refused for now',
    { onRcptTo: (_a, _s, done) => done(smtpRefusal(450, 'greylisted')) },
    { retry: expect.stringMatching(/asked to try again later: "450 greylisted"/), isOne: true },
  ],
  [
    'a message refused for good',
    { onData: (stream, _s, done) => stream.resume().on('end', () => done(smtpRefusal(554, 'spam'))) },
    { rejected: expect.stringMatching(/refused the mail: "554 spam"/), isTooLarge: false },
  ],
  [
    'a sender refused for good, which is a setting and not the recipient',
    { onMailFrom: (_a, _s, done) => done(smtpRefusal(550, 'not your domain')) },
    { retry: expect.stringMatching(/does not accept notices@hale-osei\.example as the sender/) },
  ],
  [
    'a full mailbox, which is not a message too large',
    { onRcptTo: (_a, _s, done) => done(smtpRefusal(552, '5.2.2 mailbox full')) },
    { rejected: expect.stringMatching(/5\.2\.2 mailbox full/), isTooLarge: false },
  ],
  [
    'a server that does not talk to us',
    { onConnect: (_s, done) => done(smtpRefusal(554, 'listed')) },
    { retry: expect.stringMatching(/does not talk to this server: ".*554 listed"/) },
  ],
])('%s', async (_, options, result) => {
  const { outgoing, catcher } = await open(options)
  expect(await outgoing.send(mail)).toEqual(result)
  expect(catcher.caught).toEqual([])
})

test('a message over the size limit the server announces is too large before it is sent', async () => {
  const { outgoing } = await open({ size: 1000 })
  expect(await outgoing.send({ ...mail, text: 'x'.repeat(5000) })).toMatchObject({ isTooLarge: true })
})

test('a message over a size limit the server does not announce is too large as well', async () => {
  const { outgoing } = await open({
    hideSize: true,
    onData: (stream, _s, done) => stream.resume().on('end', () => done(smtpRefusal(552, '5.3.4 too big'))),
  })
  expect(await outgoing.send(mail)).toMatchObject({ isTooLarge: true })
})

test('a refused login is retried later: someone will fix the password', async () => {
  const catcher = await openMailCatcher({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, done) => done(smtpRefusal(535, 'wrong password')),
  })
  closers.push(catcher.close)
  const outgoing = openAt(`smtp://user:secret@127.0.0.1:${catcher.port}`)
  expect(await outgoing.send(mail)).toEqual({
    isRefusedLogIn: true,
    retry: expect.stringMatching(/rejected this server's login: "535 wrong password"/),
  })
  expect(await outgoing.verify()).toMatch(/rejected this server's login/)
})

test('an unreachable server is retried later, and verify says so', async () => {
  const { port, close } = await openMailCatcher()
  await close()
  const outgoing = openAt(`smtp://127.0.0.1:${port}`)
  const sentence = 'The mail server 127.0.0.1 could not be reached: nothing listens there.'
  expect(await outgoing.send(mail)).toEqual({ retry: sentence })
  expect(await outgoing.verify()).toBe(sentence)
})

test('a mail server that is away is logged once, with the number of failures, and its state says so', async () => {
  const lines: object[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const { port, close } = await openMailCatcher()
  await close()
  const outgoing = openAt(`smtp://127.0.0.1:${port}`, log)
  const problem = 'The mail server 127.0.0.1 could not be reached: nothing listens there.'
  for (let n = 0; n < 3; n++) await outgoing.send(mail)
  expect(outgoing.state()).toMatchObject({ name: `127.0.0.1:${port}`, problem, lastSuccess: undefined })
  const catcher = await openMailCatcher({}, port)
  closers.push(catcher.close)
  await outgoing.send(mail)
  expect(outgoing.state()).toMatchObject({
    problem: undefined,
    lastSuccess: expect.any(Date),
    lastError: { sentence: problem },
    lagSeconds: 0,
  })
  expect(lines).toMatchObject([
    { reason: problem, msg: expect.stringMatching(/^No mail can be sent/) },
    { failures: 3, msg: 'Mail can be sent again.' },
  ])
})

test('what cannot be noted about emails is logged once, and they go out', async () => {
  const lines: object[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) })
  const catcher = await openMailCatcher()
  closers.push(catcher.close)
  const outgoing = openAt(catcher.url, log)
  const place = { file: '/nowhere/receipt', position: 0, wasTried: false, lostAnswers: 0 }
  const receipt = { ...place, handedOver: '{}', accepted: '{}', lost: '{}', refused: '{}' }
  for (let n = 0; n < 3; n++) expect(await outgoing.send(mail, { receipt })).toMatchObject({ accepted: true })
  expect(lines).toMatchObject([{ reason: expect.stringContaining('ENOENT'), msg: expect.stringContaining('noted') }])
})

test('a message is not silently sent again if its connection breaks after it', async () => {
  let messages = 0
  const { port, close } = await openLineServer((line, reply) => {
    if (line === '.') {
      messages++
      return 'drop'
    }
    reply(line.startsWith('EHLO') ? '250 fake' : line === 'DATA' ? '354 go' : '250 ok')
    return undefined
  })
  closers.push(close)
  expect(await openAt(`smtp://127.0.0.1:${port}`).send(mail)).toEqual({
    retry: expect.stringContaining('could not be reached'),
  })
  expect(messages).toBe(1)
})

test('a connection the server dropped between two emails is replaced without a wait', async () => {
  let senders = 0
  const { port, close } = await openLineServer((line, reply) => {
    if (line.startsWith('MAIL FROM') && ++senders === 2) return 'drop'
    reply(line.startsWith('EHLO') ? '250 fake' : line === 'DATA' ? '354 go' : '250 ok')
    return undefined
  })
  closers.push(close)
  const outgoing = openAt(`smtp://127.0.0.1:${port}`)
  expect(await outgoing.send(mail)).toMatchObject({ accepted: true })
  expect(await outgoing.send(mail)).toMatchObject({ accepted: true })
  expect(senders).toBe(3)
})

test('without a mail server an email waits and says what to set', async () => {
  const outgoing = openAt(undefined)
  expect(await outgoing.send(mail)).toEqual({
    retry: expect.stringMatching(
      /^Nothing sends your firm's emails: add a sending account in the console, or set COURTCRIER_SMTP_OUT/,
    ),
  })
  expect(await outgoing.verify()).toMatch(/^Nothing sends/)
  await outgoing.close()
})

test("Courtcrier's own email comes from its own address", async () => {
  const { outgoing, catcher } = await open()
  await outgoing.sendSystemMail({ to: 'ruth@hale-osei.example', subject: 'New password', text: 'link' })
  expect(await catcher.parsed()).toMatchObject([
    { from: { name: 'Courtcrier', address: 'courtcrier@localhost' }, text: expect.stringContaining('link') },
  ])
})

test('many emails at once share a few connections', async () => {
  let connections = 0
  const { outgoing, catcher } = await open({
    onConnect: (_s, done) => {
      connections++
      done()
    },
  })
  const results = await Promise.all(Array.from({ length: 100 }, () => outgoing.send(mail)))
  expect(results.every((result) => 'accepted' in result)).toBe(true)
  expect(catcher.caught).toHaveLength(100)
  expect(connections).toBeLessThanOrEqual(8)
})

async function open(options?: SMTPServerOptions): Promise<{ outgoing: OutgoingMail; catcher: MailCatcher }> {
  const catcher = await openMailCatcher(options)
  closers.push(catcher.close)
  return { outgoing: openAt(catcher.url), catcher }
}

function openAt(url: string | undefined, log?: Logger): OutgoingMail {
  return openWith({ COURTCRIER_SMTP_OUT: url }, log)
}

function openWith(environment: Environment, log: Logger = pino({ level: 'silent' })): OutgoingMail {
  const outgoing = openOutgoingMail(readConfig(environment), log)
  closers.push(outgoing.close)
  return outgoing
}
