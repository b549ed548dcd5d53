import { openMailCatcher } from '../packages/server/src/outbox/mail/test-mail-server.ts'

/**
 * Started as a separate process by `startCatcher`: accepts emails, and records each one's Message-ID and recipients.
 */
const caught: CaughtMail[] = []

/** A received email. */
export interface CaughtMail {
  messageId: string
  to: string
}

/** Only the beginning of an email is read. */
const headBytes = 16_384

const catcher = await openMailCatcher({
  onData: (stream, session, done) => {
    let head = ''
    stream.on('data', (chunk: Buffer) => {
      if (head.length < headBytes) head += chunk.toString('latin1')
    })
    stream.on('end', () => {
      const messageId = /^message-id:\s*<([^>]+)>/im.exec(head)?.[1] ?? ''
      for (const { address } of session.envelope.rcptTo) caught.push({ messageId, to: address })
      done()
    })
  },
})

process.on('message', (question: 'count' | 'mails') => {
  process.send?.({ [question]: question === 'count' ? caught.length : caught })
})
process.on('disconnect', () => catcher.close())
process.send?.({ port: catcher.port })
