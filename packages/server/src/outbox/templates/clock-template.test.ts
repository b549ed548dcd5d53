import {
  type ClockKind,
  clockPlaceholders,
  placeholderGroups,
  withInner,
} from '@courtcrier/contract/clock-placeholders.ts'
import { writePlaceholder } from '@courtcrier/contract/placeholders.ts'
import { templateKinds } from '@courtcrier/contract/template-kinds.ts'
import { templateStarters } from '@courtcrier/contract/template-starters.ts'
import { describe, expect, test } from 'vitest'
import {
  type ClockItem,
  clockTemplateProblems,
  namesList,
  partMark,
  placeParts,
  renderClockBody,
  renderClockSubject,
  sampleClockValues,
} from './clock-template.ts'
import { templateProblems } from './template-problems.ts'

const clockKinds = Object.keys(clockPlaceholders) as ClockKind[]
const filing = (event: string) => ({ event, url: 'https://x.example/1', documents: partMark(0) })
const values = {
  ...sampleClockValues('DAILY_MESSAGE'),
  cases: [
    { name: 'Acme <b> & Co', filings: [filing('Order'), filing('Motion')] },
    { name: 'Roe', filings: [filing('Notice')] },
  ] as readonly ClockItem[],
}

test.each(templateKinds)('the starter template of the kind %s has no mistakes', (kind) => {
  const { subject, body, loop = '' } = templateStarters[kind]
  expect(templateProblems(kind, 'subject', subject)).toEqual([])
  expect(templateProblems(kind, 'body', body)).toEqual([])
  expect(body).toContain(loop)
})

test.each(clockKinds)('every placeholder of the kind %s can be used within its loops', (kind) => {
  const loops = withInner(clockPlaceholders[kind].list)
  const open = loops.map(({ item, name }, n) => `{% for ${item} in ${n > 0 ? `${loops[n - 1]?.item}.` : ''}${name} %}`)
  for (const name of placeholderGroups(kind).flatMap(({ placeholders }) => placeholders)) {
    const template = `${open.join('')}<p>${writePlaceholder(name)}</p>${'{% endfor %}'.repeat(open.length)}`
    expect(clockTemplateProblems(kind, 'body', template), name).toEqual([])
  }
})

test('loops go through cases and their filings, and values are escaped', () => {
  const template =
    '{% for case in cases %}<h3>{{ case.name }}</h3>{% for filing in case.filings %}<p>{{ filing.event }}{% if forloop.last %}.{% endif %}</p>{% endfor %}{% endfor %}'
  expect(renderClockBody(template, values)).toEqual({
    html: '<h3>Acme &#60;b&#62; &#38; Co</h3><p>Order</p><p>Motion.</p><h3>Roe</h3><p>Notice.</p>',
    text: 'Acme <b> & Co\n\nOrder\n\nMotion.\n\nRoe\n\nNotice.',
  })
  expect(renderClockSubject('{% for case in cases %}{{ case.name }}\n{% endfor %}', values)).toEqual({
    text: 'Acme <b> & Co Roe',
  })
})

test.each([
  ['{{ case.name }}', /There is no value "case"/],
  ['{% for case in cases %}{{ case.nmae }}{% endfor %}', /There is no value "case.nmae"; there is case.name/],
  ['{% for x in cases %}{{ x }}{% endfor %}', /"x" is a group/],
  ['{% for x in cases %}{% for y in x.filings %}{{ y.name }}{% endfor %}{% endfor %}', /no value "y.name"/],
  ['{% for case in cases %}{% if case.oepn %}x{% endif %}{% endfor %}', /no value "case.oepn"/],
  ['{% for case in caes %}x{% endfor %}', /There is no list "caes"; there is cases, filings/],
  ['{{ message.dya }}', /There is no value "message.dya"/],
  ['{% for case in cases %}', /not closed/],
  ['{% tablerow case in cases %}{% endtablerow %}', /Tag "tablerow" not found/],
  ['{% include "x" %}', /Tag "include" not found/],
  ['{% for case in cases %}{{ case.name | raw }}{% endfor %}', /Undefined filter: raw/],
  ['<p>x</p><script>steal()</script>', /"script" isn't allowed in an email/],
])('%s is refused with the reason', (template, sentence) => {
  expect(clockTemplateProblems('DAILY_MESSAGE', 'body', template).join(' ')).toMatch(sentence)
})

describe('no template exceeds the limits, whatever its loops', () => {
  const many = {
    ...values,
    cases: Array.from({ length: 500 }, (_, n) => ({ name: `Case ${n}`, filings: [filing('Order')] })),
  }
  const nested = (depth: number, list: string, inside: string) =>
    Array.from({ length: depth }, (_, n) => `{% for x${n} in ${list} %}`).join('') +
    inside +
    '{% endfor %}'.repeat(depth)
  test.each([
    ['time, by loops that give nothing', nested(5, 'cases', '')],
    ['time, by counting', nested(5, '(1..300)', '')],
    ['time, by comparing', nested(4, 'cases', '{% if x0.name == x1.name %}{% endif %}')],
    ['memory, by a long range', nested(1, '(1..100000000)', '')],
    [
      'memory, by text that doubles',
      `{% assign a = "aaaaaaaa" %}${nested(2, 'cases', '{% assign a = a | append: a %}')}`,
    ],
    ['length, by rounds', nested(3, 'cases', 'A line of some length that is said again and again.')],
  ])('%s', (_, template) => {
    expect(renderClockBody(template, many)).toEqual({ problem: 'It asks for too much: make it shorter.' })
  })

  test('length, even within the time', () => {
    const template = nested(1, 'cases', 'x'.repeat(1500))
    expect(renderClockBody(template, many)).toEqual({ problem: 'Its output is too long.' })
  })
})

test('a part replaces its first mark, once, and parts without a mark are reported', () => {
  const text = `a ${partMark(1)} b ${partMark(1)} c ${partMark(7)}`
  expect(placeParts(text, ['zero', 'one'])).toEqual({ text: 'a one b  c ', missing: [0] })
})

test('a mark within an attribute is removed', () => {
  const body = renderClockBody(
    '{% for case in cases %}<p title="{{ case.filings[0].documents }}">x</p>{% endfor %}',
    values,
  )
  expect('html' in body && placeParts(body.html, ['zero'])).toEqual({
    text: '<p title="">x</p><p title="">x</p>',
    missing: [0],
  })
})

test.each([
  ['<p>Hello</p>', false],
  ['{% for n in notices %}{{ n.event }}{% endfor %}', true],
  ['{{ report.notice_count }}', false],
])('%s lists the notices itself: %s', (template, expected) => {
  expect(namesList('ACTIVITY_REPORT', template)).toBe(expected)
})
