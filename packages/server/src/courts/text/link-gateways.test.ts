import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isCourtHost } from '../directory/directory.ts'
import { findOpaqueLink, parseNoticeLink, unwrapLink } from './link.ts'

const court = 'https://ecf.nyed.uscourts.gov/doc1/123119137279?caseid=475249&de_seq_num=70&magic_num=79492711'
const encoded = encodeURIComponent(court)
const base64 = Buffer.from(court).toString('base64')

/** Each gateway, and how it rewrites an address. */
const wraps: Readonly<Record<string, (url: string) => string>> = {
  'Safe Links': (url) =>
    `https://nam02.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05%7C02%7C%7Cabc%7C0&sdata=x%3D&reserved=0`,
  'Safe Links of the clouds of governments': (url) =>
    `https://gcc02.safelinks.protection.office365.us/?url=${encodeURIComponent(url)}&data=05%7C02&reserved=0`,
  'URL Defense v1': (url) => `https://urldefense.proofpoint.com/v1/url?u=${encodeURIComponent(url)}&k=abc%3D`,
  'URL Defense v2': (url) =>
    `https://urldefense.proofpoint.com/v2/url?u=${encodeURIComponent(url).replaceAll('-', '%2D').replaceAll('_', '%5F').replaceAll('%2F', '_').replaceAll('%', '-')}&d=DwMFaQ&c=x&r=y&m=z&s=w&e=`,
  'URL Defense v3': wrapVersion3,
  'Link Protection': (url) => `https://linkprotect.cudasvc.com/url?a=${encodeURIComponent(url)}&c=E,1,abc,&typo=1`,
  'Cisco Secure Email': (url) => `https://secure-web.cisco.com/1AbC-dEf_g/${encodeURIComponent(url)}`,
  Sophos: (url) =>
    `https://us-west-2.protection.sophos.com/?d=uscourts.gov&u=${encodeURIComponent(Buffer.from(url).toString('base64'))}&i=NWQ&t=abc&h=def&s=ghi`,
  'Trend Micro': (url) =>
    `https://us-east-2.protection.trendmicro.com/wis/clicktime/v1/query?url=${encodeURIComponent(url)}&umid=1&auth=2`,
  FireEye: (url) => `https://protect2.fireeye.com/v1/url?k=31323334&q=1&e=5f&u=${encodeURIComponent(url)}`,
  Symantec: (url) => `https://clicktime.symantec.com/3AbC?u=${encodeURIComponent(url)}`,
  Trustwave: (url) => `https://scanmail.trustwave.com/?c=1&d=2&s=3&u=${encodeURIComponent(url)}`,
  'Safe Links of the armed forces': (url) =>
    `https://dod.safelinks.protection.apps.mil/?url=${encodeURIComponent(url)}&data=05%7C02&reserved=0`,
  'Safe Links as Teams shows it': (url) =>
    `https://statics.teams.cdn.office.net/evergreen-assets/safelinks/2/atp-safelinks.html?url=${encodeURIComponent(url)}&locale=en-us`,
  'Check Point': (url) => `https://protect.checkpoint.com/v2/r01/___${url}___.YzJ1OmZpcm06YzpvOmFiYzo3OjNhMzE6NTNj`,
  Avanan: (url) => `https://url.avanan.click/v2/___${url}___.YXAzOmZpcm06YTpvOjBhOGI6NjpiMzAwOjg2`,
  EdgePilot: (url) => `https://link.edgepilot.com/s/8f0e9c1a/M2-CUdbmsU6-CdFBM7HzkQ?u=${encodeURIComponent(url)}`,
  Zix: (url) => `https://link.zixcentral.com/u/08573078/uLbJvu8j6RG0fTcth3soMg?u=${encodeURIComponent(url)}`,
  Libraesva: (url) => `https://urlsand.esvalabs.com/?u=${encodeURIComponent(url)}&e=ed7a584b&h=456504aa&f=y&p=y`,
  TitanHQ: (url) => `https://linklock.titanhq.com/analyse?url=${encodeURIComponent(url)}&data=eJxsykFPgzAY`,
  FortiMail: (url) => `https://fm.firm.example/fmlurlsvc/?fewReq=:B:JVo+NTc0PiI=&url=${encodeURIComponent(url)}`,
  'Google\u2019s redirect': (url) => `https://www.google.com/url?q=${encodeURIComponent(url)}&source=gmail&ust=1&usg=x`,
}

/** Replaces what v3 replaces: runs of two or more characters with `**X`, single ones with `*`. */
function wrapVersion3(url: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  let replaced = ''
  const text = url.replace(/[^\w./:?=-]{1,60}/gu, (run) => {
    replaced += run
    const count = Array.from(run).length
    return count === 1 ? '*' : `**${letters[count - 2]}`
  })
  const code = Buffer.from(replaced).toString('base64url')
  return `https://urldefense.com/v3/__${text.replace('://', ':/')}__;${code}!!Gj7xCQ!abc-def$`
}

test.each(Object.entries(wraps))('unwraps %s', (_name, wrap) => {
  expect(unwrapLink(wrap(court))).toBe(court)
  expect(parseNoticeLink(wrap(court))).toMatchObject({
    host: 'ecf.nyed.uscourts.gov',
    token: '79492711',
    sequence: '70',
  })
  // A program that quotes the message escapes the ampersands, and a second one does it again.
  expect(unwrapLink(wrap(court).replaceAll('&', '&amp;'))).toBe(court)
  expect(unwrapLink(wrap(court).replaceAll('&', '&amp;amp;'))).toBe(court)
  expect(unwrapLink(wrap(court.replaceAll('&', '&amp;')))).toBe(court)
})

test('unwraps any two gateways in a row', () => {
  for (const [outer, wrapAgain] of Object.entries(wraps)) {
    for (const [inner, wrap] of Object.entries(wraps)) {
      expect(unwrapLink(wrapAgain(wrap(court))), `${inner} in ${outer}`).toBe(court)
    }
  }
})

test.each([
  [
    'URL Defense for governments',
    `https://urldefense.us/v3/__https://ecf.nyed.uscourts.gov/doc1/1__;!!abc!def$`,
    'https://ecf.nyed.uscourts.gov/doc1/1',
  ],
  [
    'Safe Links of Germany as Outlook pastes it',
    `https://eur01.safelinks.protection.outlook.com/?url=${encoded}&amp;data=05&amp;reserved=0`,
    court,
  ],
  ['numeric ampersands', court.replaceAll('&', '&#38;'), court],
  ['hexadecimal ampersands', court.replaceAll('&', '&#x26;'), court],
  ['Google with url=', `https://www.google.com/url?sa=D&url=${encoded}`, court],
  [
    'a Sophos code whose plus signs became spaces',
    `https://eu-central-1.protection.sophos.com/?d=x&u=${base64}`,
    court,
  ],
  [
    'EdgePilot that encodes ampersands alone',
    `https://link.edgepilot.com/s/8f/M2?u=${court.replaceAll('&', '%26')}`,
    court,
  ],
  [
    'a Check Point link with one slash',
    `https://protect.checkpoint.com/v2/r02/___${court.replace('://', ':/')}___.YzJlOnV`,
    court,
  ],
  ['white space around it', ` ${court}\n`, court],
])('%s', (_name, href, expected) => {
  expect(unwrapLink(href)).toBe(expected)
})

test.each([
  `https://safelinks.protection.outlook.com.evil.example/?url=${encoded}`,
  `https://evil.example/safelinks?url=${encoded}`,
  `https://secure-web.cisco.com.evil.example/x/${encoded}`,
  `https://protection.sophos.com.evil.example/?u=${base64}`,
  `https://google.com.evil.example/url?q=${encoded}`,
  `https://www.google.com/search?q=${encoded}`,
  `https://trendmicro.com.evil.example/?url=${encoded}`,
  `https://xurldefense.com/v3/__${court}__;!!x$`,
  `https://protect.checkpoint.com.evil.example/v2/___${court}___.a`,
  `https://evil.example/v2/___${court}___.a`,
  `https://link.edgepilot.com.evil.example/s/8f/M2?u=${encoded}`,
  `https://statics.teams.cdn.office.net/other.html?url=${encoded}`,
  `https://fm.firm.example/other/fmlurlsvc/?fewReq=:B:a&url=${encoded}`,
])('%s only looks like a gateway and is left unchanged', (href) => {
  expect(unwrapLink(href)).toBe(href)
  expect(isCourtHost(new URL(unwrapLink(href)).hostname)).toBe(false)
})

test.each([
  'https://nam02.safelinks.protection.outlook.com/?url=javascript%3Aalert(1)',
  'https://nam02.safelinks.protection.outlook.com/?url=',
  'https://nam02.safelinks.protection.outlook.com/',
  'https://secure-web.cisco.com/abc/https%3A%2F%2Fx%E0%A4%A',
  'https://us-west-2.protection.sophos.com/?u=%%%',
  'https://urldefense.com/v3/____;!!x$',
  'https://urldefense.proofpoint.com/v2/url?u=https-3A__x-ZZ',
  'https://protect.checkpoint.com/v2/r03/___mttqx://jhk.hfsi.zxhtzwyx.ltA/___.YzJ1',
  'https://protect.checkpoint.com/v2/______.a',
  'https://protect.checkpoint.com/v2/___https://x',
])('%s contains no address and is left unchanged', (href) => {
  expect(unwrapLink(href)).toBe(href)
})

test.each([
  ['https://protect-us.mimecast.com/s/AbCdEfG?domain=ecf.nysd.uscourts.gov', 'Mimecast', 'ecf.nysd.uscourts.gov'],
  ['https://protect2.mimecast.com/s/AbCdEfG', 'Mimecast', undefined],
  ['https://url.us.m.mimecastprotect.com/s/AbC?domain=ECF.nysd.uscourts.gov', 'Mimecast', 'ecf.nysd.uscourts.gov'],
  ['https://protect-eu.mimecast.com/s/AbC?domain=%3Cscript%3E', 'Mimecast', undefined],
  ['https://shared.outlook.inky.com/link?domain=ecf.nysd.uscourts.gov&t=h.eJxV', 'INKY', 'ecf.nysd.uscourts.gov'],
  ['https://url.emailprotection.link/?b6t_II7rHqeURY3L4E7', 'Email protection', undefined],
  ['https://atpscan.global.hornetsecurity.com/index.php?atp_str=abc', 'Hornetsecurity', undefined],
])('%s cannot be unwrapped: it is kept, and never opened', (href, gateway, host) => {
  const opaque = findOpaqueLink(href)
  expect(opaque?.gateway).toBe(gateway)
  expect(opaque?.host).toBe(host)
  expect(unwrapLink(href)).toBe(href)
  expect(isCourtHost(new URL(href).hostname)).toBe(false)
})

test('a Mimecast link around Safe Links, or within it, is opaque; a link that can be unwrapped is not', () => {
  const mimecast = 'https://protect-us.mimecast.com/s/AbCdEfG?domain=ecf.nysd.uscourts.gov'
  expect(findOpaqueLink(wraps['Safe Links']?.(mimecast) ?? '')?.host).toBe('ecf.nysd.uscourts.gov')
  for (const wrap of Object.values(wraps)) expect(findOpaqueLink(wrap(court))).toBeUndefined()
  expect(findOpaqueLink('https://protect-us.mimecast.com.evil.example/s/A')).toBeUndefined()
})

const address = fc
  .tuple(
    fc.constantFrom('ecf.cand.uscourts.gov', 'ca9-showdoc.azurewebsites.us', 'iapps.courts.state.ny.us'),
    fc.array(fc.stringMatching(/^[\w.~-]{1,12}$/), { maxLength: 4 }),
    fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), fc.string({ maxLength: 12 }), { maxKeys: 4 }),
  )
  .map(([host, path, query]) => {
    const url = new URL(`https://${host}/${path.join('/')}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    return url.href
  })

test('unwraps any address wrapped by gateways', () => {
  const names = fc.array(fc.constantFrom(...Object.keys(wraps)), { minLength: 1, maxLength: 3 })
  fc.assert(
    fc.property(address, names, (url, gateways) => {
      const wrapped = gateways.reduce((inner, name) => wraps[name]?.(inner) ?? inner, url)
      fc.pre(wrapped.length < 8_000 && !/&(?:amp|#)/i.test(url))
      expect(unwrapLink(wrapped)).toBe(url)
    }),
    { numRuns: 1_000 },
  )
})

test('junk never throws', () => {
  fc.assert(
    fc.property(fc.constantFrom(...Object.values(wraps)), fc.string(), fc.nat({ max: 200 }), (wrap, text, cut) => {
      expect(typeof unwrapLink(wrap(text).slice(0, cut))).toBe('string')
      findOpaqueLink(text)
    }),
  )
})
