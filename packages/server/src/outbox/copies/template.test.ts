import { expect, test } from 'vitest'
import { longTest } from '../../testing/in-long-run.ts'
import {
  checkTemplate,
  problemOfTemplate,
  renderPath,
  renderText,
  type TemplateContext,
  templateValues,
} from './template.ts'

const context: TemplateContext = {
  client: { name: 'A/B Holdings', number: 'C-100' },
  matter: { name: '', number: '100.1' },
  case: {
    name: 'Acme v. Doe',
    case_number: '3:26-cv-04417',
    caption: '',
    status: 'Open',
    reference_id: '',
    court_case_id: '4711',
  },
  court: { id: 'cand', name: 'Northern District of California', abbreviation: 'NDCA' },
  filing: { date: '2026-11-01', event: 'Order', docket_text: 'ORDER granting', document_number: '118' },
  document: { number: '118-1', title: 'Declaration', position: '1', original_file_name: '' },
  firm: { name: 'Hale & Osei' },
}

test('values, filters and conditions are rendered; a slash in a value does not make a folder', () => {
  expect(renderPath('{{ client.name }}/{{ matter.name }}/{{ case.case_number }}', context)).toEqual({
    text: 'A-B Holdings//3:26-cv-04417',
  })
  expect(renderPath('{{ client.name | split: "/" | last }}', context)).toEqual({ text: 'B Holdings' })
  expect(renderPath('{% if matter.name == "" %}General{% endif %}', context)).toEqual({ text: 'General' })
})

test('a date keeps its day, and makes one folder unless the template says otherwise', () => {
  expect(renderPath('{{ filing.date | date: "%Y" }}/{{ filing.date | date: "%m/%d" }}', context)).toEqual({
    text: '2026/11-01',
  })
  expect(renderText('{{ filing.date | date: "%B %-d, %Y" }}', context)).toEqual({ text: 'November 1, 2026' })
})

test('every value the help names can be used', () => {
  for (const [group, names] of Object.entries(templateValues)) {
    for (const name of names) expect(checkTemplate(`{{ ${group}.${name} }}`)).toBeUndefined()
  }
})

test.each([
  [
    '{{ cleint.name }}',
    'There is no value "cleint"; the groups are client, matter, case, court, filing, document, firm.',
  ],
  ['{{ client.nmae }}', 'There is no value "client.nmae"; there is client.name, client.number.'],
  ['{{ client }}', '"client" is a group: choose one of client.name, client.number.'],
  ['{{ client.name | upercase }}', 'Undefined filter: upercase (at character 1).'],
  ['{{ client.name', 'Output "{{ client.name" not closed (at character 1).'],
  ['{% for i in (1..9) %}x{% endfor %}', 'Tag "for" not found (at character 1).'],
  ['{{ client.name | raw }}', 'Undefined filter: raw (at character 1).'],
])('%s is refused with the reason', (template, sentence) => {
  expect(checkTemplate(template)).toBe(sentence)
})

test.each(['{% include "/etc/passwd" %}', '{% render "x" %}', '{% layout "x" %}', '{% liquid echo 1 %}'])(
  '%s reaches no file',
  (template) => expect(checkTemplate(template)).toMatch(/^Tag ".*" not found/),
)

test('a template that grows without bound, or is very long, is refused', () => {
  const doubling = `{% assign a = "xxxxxxxxxx" %}${'{% assign a = a | append: a %}'.repeat(40)}{{ a }}`
  expect(checkTemplate(doubling)).toBe('It asks for too much: make it shorter.')
  expect(checkTemplate('x'.repeat(5000))).toBe('It asks for too much: make it shorter.')
})

test('a template cannot reach anything outside its values', () => {
  expect(renderText('[{{ client.name.constructor.name }}{{ client.__proto__ }}]', context)).toEqual({ text: '[]' })
})

longTest('a machine that stalls briefly while a path is rendered does not fail the copy', () => {
  const stalled = {
    ...context.client,
    get name() {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_500)
      return 'Acme'
    },
  }
  expect(renderPath('{{ client.name }}/{{ matter.number }}', { ...context, client: stalled })).toEqual({
    text: 'Acme/100.1',
  })
})

test.each(['{{ client.name }}/{{ matter.number }}', '/Clients/{{ case.case_number }}', 'a..b/.c', 'Übermaß/‌نامه'])(
  '%s is a path below the folder of the DMS',
  (template) => expect(problemOfTemplate(template, true)).toBeUndefined(),
)

test('folders that a condition leaves out are no other server', () => {
  const optional = "{% if case.status == 'Closed' %}Closed{% endif %}"
  expect(problemOfTemplate(`${optional}/${optional}/{{ client.name }}`, true)).toBeUndefined()
})
