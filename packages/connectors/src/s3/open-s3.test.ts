import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { settingsWith, testWays } from '../testing/store-settings.ts'
import { openS3 } from './open-s3.ts'

test('requests are signed for the region', async () => {
  const signatures: string[] = []
  const server = http.createServer((request, response) => {
    signatures.push(request.headers.authorization ?? '')
    response.writeHead(404).end()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  for (const region of ['eu-west-1', null]) {
    const place = { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, database: 'filings' }
    const settings = settingsWith({ ...place, region, apiKey: 'KEY', apiSecret: 'SECRET' })
    await openS3({ firmId: 1, credentialId: String(region), settings }, testWays()).exists('a.pdf')
  }
  const regions = signatures.map((signature) => /Credential=KEY\/\d{8}\/([\w-]+)\/s3/.exec(signature)?.[1])
  expect([...new Set(regions)]).toEqual(['eu-west-1', 'us-east-1'])
})

test('an answer without an end is read in part only', async () => {
  const server = http.createServer((request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'application/xml' })
    const chunk = Buffer.alloc(500_000, ' ')
    const send = () => {
      while (!response.destroyed) if (!response.write(chunk)) return
    }
    response.on('drain', send)
    send()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = settingsWith({ baseUrl, database: 'filings', apiKey: 'KEY', apiSecret: 'SECRET' })
  const connector = openS3({ firmId: 1, credentialId: 'endless', settings }, testWays())
  // It asks for a list, to see whether something is there.
  expect(await connector.ensureFolder('A', { mayMake: false })).toEqual({
    problem: 'transient',
    sentence: 'The answer of the DMS to a request has no end.',
  })
})
