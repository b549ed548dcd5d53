import { expect, test } from 'vitest'
import { onlyProperty, onlyResult, parseAuthenticationResults as parse } from './authentication-results.ts'

const name = 'mx.firm.example'
const spf = 'spf=pass smtp.mailfrom=cand.uscourts.gov'
const found = { method: 'spf', result: 'pass', properties: [['smtp.mailfrom', 'cand.uscourts.gov']] }

test('results are read as servers write them, whatever the case of names', () => {
  const text =
    ' MX.Firm.example 1; SPF=Pass (an address; of them) smtp.MailFrom="ecf 1"@cand.uscourts.gov;\tdmarc=none (a)(b)'
  expect(parse(text)).toEqual({
    authservId: name,
    results: [
      { method: 'spf', result: 'pass', properties: [['smtp.mailfrom', 'ecf 1@cand.uscourts.gov']] },
      { method: 'dmarc', result: 'none', properties: [] },
    ],
  })
})

test('a server that does not name itself has no name', () => {
  expect(parse(spf)).toStrictEqual({ results: [found] })
  expect(parse(`${name}; ${spf}`)).toStrictEqual({ authservId: name, results: [found] })
})

test('a semicolon at the end ends the last result and begins none', () => {
  expect(parse(`${name}; ${spf};`)).toEqual({ authservId: name, results: [found] })
  expect(parse(`${spf}; `)).toEqual({ results: [found] })
})

test('a server that checked nothing says so', () => {
  expect(parse(`${name}; none`)).toEqual({ authservId: name, results: [] })
  expect(parse(`${name} 1; none (yet);`)).toEqual({ authservId: name, results: [] })
})

test.each([
  ['nothing', ''],
  ['blanks', ' \t'],
  ['a semicolon', ';'],
  ['a comment', '(a)'],
  ['nothing between two semicolons', `${name};;${spf}`],
  ['two semicolons at the end', `${name}; ${spf};;`],
  ['a name that stands in a comment', `(${name}); ${spf}`],
  ['a name in quotation marks', `"${name}"; ${spf}`],
  ['a name that no server has', `mx/firm; ${spf}`],
  ['a name of 256 letters', `${'x'.repeat(256)}; ${spf}`],
  ['another version', `${name} 2; ${spf}`],
  ['a word behind the version', `${name} 1 2; ${spf}`],
  ['a method without a result', `${name}; ${spf}; dkim`],
  ['a method with an empty result', `${name}; ${spf}; dkim=`],
  ['a result without a method', `${name}; ${spf}; =pass`],
  ['a method that begins with a hyphen', `${name}; ${spf}; -dkim=pass`],
  ['a property without a value', `${name}; ${spf} reason`],
  ['results besides none', `${name}; none; ${spf}`],
  ['none besides results', `${name}; ${spf}; none`],
  ['a backslash', `${name}; ${spf} a="\\"`],
  ['a letter beyond ASCII', `${name}; ${spf} a=\u00e9`],
  ['a control character', `${name}; ${spf} a=\x01`],
  ['a delete character', `${name}; ${spf} a=\x7f`],
  ['a line end', `${name}; ${spf}\r\n a=b`],
  ['a comment that does not end', `${name}; ${spf} (a`],
  ['a comment that ends twice', `${name}; ${spf} (a))`],
  ['a comment in a comment', `${name}; ${spf} (a (b))`],
  ['a quotation that does not end', `${name}; ${spf} a="b`],
  ['a semicolon in a quotation', `${name}; ${spf} a="b;c"`],
  ['a comment in a quotation', `${name}; ${spf} a="(b)"`],
])('nothing is read of a text with %s', (_, text) => {
  expect(parse(text)).toBeUndefined()
})

test('nothing is read of a text that is longer than any server writes', () => {
  expect(parse(`${name}; ${spf}`.padEnd(8_000))).toBeDefined()
  expect(parse(`${name}; ${spf}`.padEnd(8_001))).toBeUndefined()
})

test('a quotation belongs to its word and ends no result, so that an address is what stands behind its last @', () => {
  const text = `${name}; spf=pass smtp.mailfrom="x dmarc=pass@cand.uscourts.gov"@evil.example`
  expect(parse(text)?.results).toEqual([
    { method: 'spf', result: 'pass', properties: [['smtp.mailfrom', 'x dmarc=pass@cand.uscourts.gov@evil.example']] },
  ])
})

test('of a method with several results, and of a property with several values, none counts', () => {
  const results = parse(`${name}; ${spf}; dkim=pass a=b; dkim=fail; dmarc=pass header.from=x header.from=y p=z`)
  if (!results) throw new Error('it is not read')
  expect(onlyResult(results, 'spf')).toEqual(found)
  expect(onlyResult(results, 'dkim')).toBeUndefined()
  expect(onlyResult(results, 'arc')).toBeUndefined()
  const dmarc = onlyResult(results, 'dmarc')
  if (!dmarc) throw new Error('it has no result')
  expect(onlyProperty(dmarc, 'p')).toBe('z')
  expect(onlyProperty(dmarc, 'header.from')).toBeUndefined()
  expect(onlyProperty(dmarc, 'header.d')).toBeUndefined()
})
