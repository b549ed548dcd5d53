import type { Socket } from 'node:net'
import { type SenderStep, type SenderTest, senderSteps } from '@courtcrier/contract/calls/mail-senders.ts'
import SMTPConnection from 'nodemailer/lib/smtp-connection'
import XOAuth2 from 'nodemailer/lib/xoauth2'
import { type Outcome, type Steps, takeSteps } from '../../../mail/mailboxes/take-steps.ts'
import { graphSteps, wasSentTo } from '../graph/try-graph-sender.ts'
import { authOf, encryptionOf, nameOf, type ReachedServer } from '../mail-connection.ts'
import { type SendResult, sendFailure } from '../send-failure.ts'
import type { SendWay } from '../send-mails-worker.ts'
import { type AccountSignIn, type AccountWays, accountWays } from './account-ways.ts'
import { composeTestMail, type TestMail } from './compose-test-mail.ts'

type OpenWay = () => Pick<SendWay, 'server'> & { account: AccountSignIn }
type Server = ReachedServer & AccountWays

/** Tries an account step by step, and ends with an email. The first step that fails ends the test. */
export async function trySender(open: OpenWay, mail: TestMail): Promise<SenderTest> {
  return takeSteps(senderSteps, () => {
    const { server, account } = open()
    if (account.signIn.service === 'GRAPH') return graphSteps({ server, account }, mail)
    return smtpSteps({ ...server, ...accountWays(server, account) }, mail)
  })
}

function smtpSteps(server: Server, mail: TestMail): Steps<SenderStep['step']> {
  const held: { socket?: Socket; connection?: SMTPConnection } = {}
  const { host, port, user = '' } = server
  return {
    describe: (error) => sentenceOf(sendFailure(error, { server, mail })),
    close: () => {
      held.connection?.close()
      held.socket?.destroy()
    },
    run: {
      token: () => tryToken(server),
      connect: async () => {
        held.socket = await server.dial()
        return { state: 'ok', sentence: `The mail server ${host} answers at port ${port}.` }
      },
      encryption: async () => {
        held.connection = await greet(server, held.socket)
        if (held.connection.secure) return { state: 'ok', sentence: 'The connection is encrypted.' }
        return { state: 'skipped', sentence: 'Not needed: the mail server is on this machine.' }
      },
      signIn: async () => {
        await signIn(connectionIn(held), server)
        return { state: 'ok', sentence: `The mail server ${host} accepts ${user}.` }
      },
      send: async () => {
        await sendMail(connectionIn(held), mail)
        return wasSentTo(mail)
      },
    },
  }
}

function sentenceOf(result: SendResult): string {
  return 'retry' in result ? result.retry : 'rejected' in result ? result.rejected : result.response
}

async function tryToken({ accessToken }: Server): Promise<Outcome> {
  if (!accessToken) return { state: 'skipped', sentence: 'Not needed: this account is signed in to with a password.' }
  await accessToken()
  return { state: 'ok', sentence: 'A token was given.' }
}

/** Waits for the server's greeting, and encrypts the connection. */
async function greet(server: Server, socket: Socket | undefined): Promise<SMTPConnection> {
  const { host, port, isSecure } = server
  const connection = new SMTPConnection({
    ...{ host, port, secure: isSecure, ...nameOf(server), ...encryptionOf(server) },
    ...(socket ? { connection: socket } : {}),
    ...{ connectionTimeout: 15_000, greetingTimeout: 20_000, socketTimeout: 60_000 },
  })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  connection.on('error', reject)
  connection.once('end', () => reject(new Error('it ended the connection')))
  connection.connect((error) => (error ? reject(error) : resolve()))
  await promise
  return connection
}

/** Resolves once the server accepts the account; a connection that ends meanwhile fails. */
function signIn(connection: SMTPConnection, server: Server): Promise<void> {
  const { user = '' } = server
  const auth = authOf(server)
  return waitFor(connection, (done) =>
    connection.login(
      'type' in auth ? { user, method: 'XOAUTH2', oauth2: new XOAuth2(auth) } : { user, pass: auth.pass },
      done,
    ),
  )
}

async function sendMail(connection: SMTPConnection, mail: TestMail): Promise<void> {
  const { from, to } = mail
  const message = await composeTestMail(mail)
  await waitFor(connection, (done) => connection.send({ from: from.address, to: [to.address] }, message, done))
}

function waitFor(connection: SMTPConnection, run: (done: (error?: Error | null) => void) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  connection.once('error', reject)
  connection.once('end', () => reject(new Error('it ended the connection')))
  run((error) => (error ? reject(error) : resolve()))
  return promise
}

function connectionIn({ connection }: { connection?: SMTPConnection }): SMTPConnection {
  if (!connection) throw new Error('the connection was not opened')
  return connection
}
