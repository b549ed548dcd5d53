import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openSnsCertificates } from './sns-certificate.ts'
import { parseTopicArn } from './sns-topic.ts'
import { certificateUrl, topicArn } from './testing/provider-calls.ts'

const blocks = /-----BEGIN CERTIFICATE-----[^-]{1,20000}-----END CERTIFICATE-----/g
const [root = '', intermediate = '', leaf = '', addressed = '', otherIntermediate = ''] =
  readFileSync(new URL('testing/sns-chain.pem', import.meta.url), 'utf8').match(blocks) ?? []
const issuerUrl = 'https://crt.test.amazontrust.com/test.cer'
const derOf = (pem: string) => new X509Certificate(pem).raw

/** Reads the certificate of a message as SNS answers it, at a time; a missing answer can't be reached. */
async function find(pem: string, { issuer, now = new Date('2030-01-01') }: { issuer?: string; now?: Date } = {}) {
  const requested: string[] = []
  const fetch = async (url: string) => {
    requested.push(url)
    if (url === certificateUrl) return new Response(pem)
    if (issuer === undefined) throw new Error('unreachable')
    return new Response(new Uint8Array(derOf(issuer)))
  }
  const certificates = openSnsCertificates({ fetch, now: () => now, roots: [new X509Certificate(root)] })
  const topic = parseTopicArn(topicArn)
  if (!topic) throw new Error('no topic')
  const found = await certificates.find(certificateUrl, { topic, mailboxId: 'one' })
  return { subject: found.subject, requested }
}

const untrusted = 'not issued by anyone this server trusts'

test('a chain that comes with a certificate leads to a root that this server trusts', async () => {
  for (const chain of [
    [leaf, intermediate],
    [leaf, intermediate, root],
    [leaf, otherIntermediate, intermediate],
  ])
    expect((await find(chain.join('\n'))).subject).toBe('CN=sns.amazonaws.com')
})

test('a chain that leads elsewhere, or has ended, is refused', async () => {
  await expect(find([leaf, otherIntermediate].join('\n'))).rejects.toThrow(untrusted)
  await expect(find([leaf, root].join('\n'))).rejects.toThrow(untrusted)
  await expect(find([leaf, leaf].join('\n'))).rejects.toThrow(untrusted)
  await expect(find([leaf, intermediate].join('\n'), { now: new Date('2100-01-01') })).rejects.toThrow(untrusted)
})

test('an issuer that does not come with it is requested where Amazon publishes it, encrypted', async () => {
  const { requested } = await find(addressed, { issuer: intermediate })
  expect(requested).toEqual([certificateUrl, issuerUrl])
  await expect(find(addressed, { issuer: otherIntermediate })).rejects.toThrow(untrusted)
})

test('a certificate whose issuer is not there is believed for the connection to the host of its topic', async () => {
  expect((await find(leaf)).requested).toEqual([certificateUrl])
  expect((await find(addressed)).requested).toEqual([certificateUrl, issuerUrl])
})
