import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterEach, expect, test } from 'vitest'
import { type Sandbox, startSandbox } from '../sandbox.ts'

const cleanup: (() => Promise<unknown>)[] = []

afterEach(async () => {
  for (const stop of cleanup.splice(0)) await stop()
})

async function start(folder?: string): Promise<Sandbox> {
  const sandbox = await startSandbox({ folder })
  cleanup.push(() => sandbox.stop())
  return sandbox
}

async function mail(sandbox: Sandbox, message: SendMailOptions = {}): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port: sandbox.smtpPort, secure: false })
  await transport.sendMail({
    from: 'Courtcrier <notices@harlanlowe.example>',
    to: 'margaret.harlan@harlanlowe.example',
    subject: 'Order in Abara v. Lumen',
    messageId: '<one@courtcrier.example>',
    text: 'The order denies the motion.',
    ...message,
  })
  transport.close()
}

async function page(sandbox: Sandbox, path: string) {
  const answer = await fetch(sandbox.httpUrl + path)
  return { answer, text: await answer.text() }
}

test('an email is stored with its attachments and their hashes', async () => {
  const sandbox = await start()
  const pdf = Buffer.from('%PDF-1.4 order')
  await mail(sandbox, { attachments: [{ filename: 'Order.pdf', content: pdf, contentType: 'application/pdf' }] })
  const mails = await sandbox.mails()
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  expect(mails).toMatchObject([
    {
      messageId: '<one@courtcrier.example>',
      copy: 1,
      from: 'Courtcrier <notices@harlanlowe.example>',
      to: ['margaret.harlan@harlanlowe.example'],
      subject: 'Order in Abara v. Lumen',
      attachments: [{ name: 'Order.pdf', contentType: 'application/pdf', size: pdf.length, sha256 }],
    },
  ])
  expect(await (await fetch(`${sandbox.httpUrl}/control/mails`)).json()).toEqual(mails)
})

test('the same Message-ID to the same person counts as a copy, to another person it does not', async () => {
  const sandbox = await start()
  await mail(sandbox)
  await mail(sandbox)
  await mail(sandbox, { to: 'dominic.lowe@harlanlowe.example' })
  expect((await sandbox.mails()).map((item) => item.copy)).toEqual([1, 2, 1])
})

test('mail in a folder survives a restart, and numbering continues', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'sandbox-mail-'))
  const first = await startSandbox({ folder })
  await mail(first, { subject: 'before' })
  await first.stop()
  const second = await start(folder)
  cleanup.push(() => rm(folder, { recursive: true }))
  await mail(second, { subject: 'after' })
  expect((await second.mails()).map((item) => [item.id, item.subject])).toEqual([
    [1, 'before'],
    [2, 'after'],
  ])
})

test('refused mail is answered 451 and the next is accepted', async () => {
  const sandbox = await start()
  sandbox.refuseMails(1)
  await expect(mail(sandbox)).rejects.toMatchObject({ responseCode: 451 })
  await mail(sandbox)
  expect(await sandbox.mails()).toHaveLength(1)
})

test('the list leads to the documents that a demo has saved, where there are any', async () => {
  const sandbox = await startSandbox({ dmsUrl: 'http://127.0.0.1:9/' })
  cleanup.push(() => sandbox.stop())
  expect((await page(sandbox, '/mail')).text).toContain('<a href="http://127.0.0.1:9/">Documents in the DMS</a>')
  expect((await page(await start(), '/mail')).text).not.toContain('Documents in the DMS')
})

test('the list shows emails newest first, escapes them, and finds words', async () => {
  const sandbox = await start()
  await mail(sandbox, { subject: 'First <script>alert(1)</script>' })
  await mail(sandbox, { subject: 'Second', text: 'about depositions' })
  const { answer, text } = await page(sandbox, '/mail')
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
  expect(text).not.toContain('<script>alert')
  expect(text.indexOf('Second')).toBeLessThan(text.indexOf('First &lt;script&gt;'))
  const found = (await page(sandbox, '/mail?q=DEPOSITIONS')).text
  expect(found).toContain('1 email<')
  expect(found).not.toContain('First')
  expect((await page(sandbox, '/mail?q=%22%3E%3Cb%3E')).text).toContain(
    'None of the 2 emails contains “&quot;&gt;&lt;b&gt;”.',
  )
})

test('an email opens with its HTML in a frame without scripts, and attachments can only be downloaded', async () => {
  const sandbox = await start()
  await mail(sandbox, {
    html: '<p>Hello</p><script>top.location="https://example.com"</script>',
    attachments: [{ filename: 'evil "name.html', content: '<script>1</script>', contentType: 'text/html' }],
  })
  const { text } = await page(sandbox, '/mail/1')
  const frameOf =
    '<iframe title="The email as its reader sees it" sandbox="allow-popups allow-popups-to-escape-sandbox"'
  expect(text).toContain(`${frameOf} src="/mail/1/html">`)
  const frame = await page(sandbox, '/mail/1/html')
  expect(frame.answer.headers.get('content-security-policy')).toMatch(
    /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
  )
  expect(frame.text).toContain('<base target="_blank"><p>Hello</p>')
  const attachment = await page(sandbox, '/mail/1/attachments/0')
  expect(attachment.answer.headers.get('content-type')).toBe('application/octet-stream')
  expect(attachment.answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''evil%20%22name.html")
  expect((await page(sandbox, '/mail/99')).answer.status).toBe(404)
})
