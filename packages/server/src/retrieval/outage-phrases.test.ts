import { describe, expect, test } from 'vitest'
import { type AnswerKind, readAnswer } from './read-answer.ts'

type Headers = Readonly<Record<string, string>>

function read(body: string, status = 200, headers: Headers = {}): AnswerKind {
  const url = 'https://ecf.cand.uscourts.gov/doc1/035123515598?magic_num=1'
  const all = { 'content-type': 'text/html', ...headers }
  return readAnswer({ url, status, isComplete: true, headers: all, body: Buffer.from(body) })
}

const kind = (body: string, status = 200, headers: Headers = {}) => read(body, status, headers).kind

describe('a court that is down', () => {
  test.each([
    'The CM/ECF system is currently unavailable due to scheduled maintenance. Please try again later.',
    'Our site is under maintenance',
    'CM/ECF is undergoing routine system maintenance until 6:00 AM.',
    'PACER is temporarily unavailable.',
    'Due to a network outage, attorneys cannot connect to our CM/ECF system.',
    'We are experiencing technical difficulties.',
    'The service is unavailable.',
    '<p>Down for <b>maintenance</b></p><meta http-equiv="refresh" content="30; url=/doc1/035123515598?magic_num=1">',
    '<img src="logo.png">Maintenance in progress',
  ])('says so, and is asked again: %s', (body) => {
    for (const status of [200, 404, 503]) expect(kind(`<html><body>${body}</body></html>`, status)).toBe('retry')
  })

  test('says so in its title, in plain text or in JSON', () => {
    expect(kind('<html><title>Site Down for Maintenance</title><img src="x.png"></html>')).toBe('retry')
    expect(kind('The service is unavailable.', 200, { 'content-type': 'text/plain' })).toBe('retry')
    expect(kind('{"message":"Service Unavailable"}', 200, { 'content-type': 'application/json' })).toBe('retry')
  })

  test.each([
    'https://www.uscourts.gov/cmecf-maintenance.html',
    'https://outage.example/',
    '/sorry.html',
    '/system_unavailable.htm',
  ])('sends everyone to %s, and is asked again', (location) => {
    expect(kind('', 302, { location })).toBe('retry')
    expect(kind(`<html><script>window.location="${location}";</script></html>`)).toBe('retry')
  })

  test('sends nothing', () => {
    expect(read('')).toEqual({
      kind: 'unclear',
      verdict: 'broken',
      sentence: 'The court sent an empty answer.',
    })
    expect(kind('', 404)).toBe('unclear')
    expect(kind('', 302)).toBe('unclear')
  })
})
