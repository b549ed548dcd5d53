import { expect, test } from 'vitest'
import { partMark, sampleClockValues } from './clock-template.ts'
import { openTemplateFiller, templateFiller } from './fill-on-thread.ts'
import { documentsMark, sampleContext } from './mail-template.ts'

test("an email is filled in with the calling thread's marks", async () => {
  const draft = { subject: 'New in {{ case.name }}', body: '<p>{{ documents }}</p>' }
  const { subject, body } = await templateFiller.mail(draft, sampleContext)
  expect(subject).toEqual({ text: "New in A case's name" })
  expect('html' in body && body.html).toBe(`<p>${documentsMark}</p>`)
})

test('the mark of a part stays in text and is removed from attributes', async () => {
  const values = { ...sampleClockValues('DAILY_MESSAGE'), firm: { name: partMark(3) } }
  const { body } = await templateFiller.clock(
    { subject: '', body: '<p title="{{ firm.name }}">{{ firm.name }}</p>' },
    values,
  )
  expect('html' in body && body.html).toBe(`<p title="">${partMark(3)}</p>`)
})

test.each([
  ['placeholders', '{{a}}'.repeat(20_000)],
  ['tags', '{% if a %}'.repeat(9_000)],
  ['filters', `{{ case.name ${'| upcase '.repeat(10_000)}}}`],
  ['an opening and blanks', `<${' '.repeat(99_900)}`],
  ['openings', '<'.repeat(100_000)],
  ['braces', '{'.repeat(100_000)],
  ['braces that do not end', '{{ '.repeat(33_000)],
  ['percent signs', '{%'.repeat(50_000)],
  ['quotes', `{{ ${'"'.repeat(99_000)} }}`],
  ['a path', `{{ a${'.a'.repeat(45_000)} }}`],
  ['brackets', `{{ a${'['.repeat(90_000)} }}`],
  ['conditions', `{% if a ${'and a '.repeat(15_000)}%}x{% endif %}`],
  ['elements', '<b>'.repeat(30_000)],
  ['attributes', `<a ${'b=c '.repeat(20_000)}>`],
  ['references', '&amp'.repeat(25_000)],
])('%s by the ten thousand get an answer, and so does a simple template at the same time', async (_, template) => {
  const filler = openTemplateFiller({ computeMs: 5_000, memoryMb: 256 })
  const [problems, page, beside] = await Promise.all([
    filler.problems({ kind: 'FILING', field: 'body', template }),
    filler.page({ subject: template, body: template }, sampleContext),
    filler.page({ subject: '{{ firm.name }}', body: '' }, sampleContext),
  ])
  expect(problems.length).toBeLessThanOrEqual(200)
  expect(page.body).toBeTypeOf('object')
  expect(beside.subject).toEqual({ text: "A firm's name" })
  expect(problems.join(' ') + JSON.stringify(page)).not.toContain('takes too long')
})

test('a template may have at most a thousand placeholders, tags and filters, and a longer one says so', async () => {
  const ask = (count: number) =>
    templateFiller.problems({ kind: 'FILING', field: 'body', template: '{{ case.name }} '.repeat(count) })
  expect(await ask(1_000)).toEqual([])
  expect(await ask(1_001)).toEqual(['It has more than 1000 placeholders, tags and filters.'])
})
