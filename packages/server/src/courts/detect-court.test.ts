import { expect, test } from 'vitest'
import { detectCourt } from './detect-court.ts'
import { messageOf } from './read-fixture.ts'

const link = '<a href="https://ecf.cand.uscourts.gov/doc1/035023515598?caseid=1&magic_num=12345678">7</a>'
const nysd = { name: '', address: 'NYSD_ECF_Pool@nysd.uscourts.gov' }

test('the host of a link tells the court, with the link as evidence', () => {
  expect(detectCourt(messageOf({ html: `<p>Doc ${link}</p>` })).found).toEqual({
    value: 'cand',
    from: 'body',
    span: [4, 5],
  })
})

test('a link outweighs the sender', () => {
  expect(detectCourt(messageOf({ html: link, from: nysd, messageId: '<1@nysd.uscourts.gov>' })).found?.value).toBe(
    'cand',
  )
})

test('a rewritten link tells the court too', () => {
  const url = encodeURIComponent('https://ecf.txsd.uscourts.gov/doc1/179041128562')
  const html = `<a href="https://nam02.safelinks.protection.outlook.com/?url=${url}">7</a>`
  expect(detectCourt(messageOf({ html })).found?.value).toBe('txsd')
})

test('a link to a host that only resembles a court tells nothing', () => {
  expect(
    detectCourt(messageOf({ html: '<a href="https://ecf.cand.uscourts.gov.evil.example/doc1/1">7</a>' })).found,
  ).toBeUndefined()
})

test('without links the sender, then the Message-ID, then a forward\u2019s header block tell it', () => {
  expect(detectCourt(messageOf({ text: 'x', from: nysd })).found).toEqual({ value: 'nysd', from: 'header' })
  expect(detectCourt(messageOf({ text: 'x', messageId: '<1@vaed.uscourts.gov>' })).found?.value).toBe('vaed')
  expect(detectCourt(messageOf({ text: 'From: ecf_support@ared.uscourts.gov\nx' })).found).toEqual({
    value: 'ared',
    from: 'body',
    span: [6, 35],
  })
})

test.each([
  ['Eastern District of New York', 'nyed'],
  ['California Northern District', 'cand'],
  ['SOUTHERN DISTRICT OF ALABAMA', 'alsd'],
  ['Eastern District of Virginia -', 'vaed'],
  ['District of Columbia', 'dcd'],
])('the heading "%s" tells %s when nothing else does', (heading, id) => {
  expect(detectCourt(messageOf({ html: `<p>U.S. District Court</p><p>${heading}</p>` })).found?.value).toBe(id)
})
