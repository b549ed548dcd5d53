import { openMailCatcher } from '../packages/server/src/delivery/test-mail-server.ts'

/** Started as a process of its own by `startCatcher`: takes mails, keeps of each its Message-ID and who it was for. */
const caught: CaughtMail[] = []

/** Of a mail that was taken. */
export interface CaughtMail {
  messageId: string
  to: string
}

/** More than the head of a mail is never looked at. */
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
