import { placeholderWords } from '../../fields/placeholder-words.ts'
import { i18next } from '../../i18n/i18n.ts'
import './text.ts'

/** Returns a placeholder with filters in words: "Filing docket text, shortened". */
export function filteredWords(name: string, filters: string): string {
  const names = [...filters.matchAll(/\|\s*(\w+)/g)].map(([, filter = '']) => filter)
  const effects = names.filter((filter) => filter !== 'date').map(filterWords)
  return [placeholderWords(name), ...new Set(effects)].join(', ')
}

function filterWords(filter: string): string {
  const key = `template.filter.${filter}`
  return i18next.exists(key) ? i18next.t(key) : i18next.t('template.filter.other')
}

/** Returns the start or end of a loop or a condition in words; as it is written if there are none. */
export function tagWords(tag: string): string {
  const written = tag.slice(tag.startsWith('{%-') ? 3 : 2, tag.endsWith('-%}') ? -3 : -2).trim()
  const name = /^\w+/.exec(written)?.[0] ?? ''
  const rest = written.slice(name.length).trim()
  const key = `template.tag.${name}`
  if (name === '' || !i18next.exists(key)) return `${name} ${rest}`.trim() || tag
  return i18next.t(key, { rest: name === 'for' ? loopWords(rest) : testWords(rest) })
}

/** Returns `filing in case.filings` as "filing in case filings". */
function loopWords(rest: string): string {
  return rest.replace(/[A-Za-z_][\w.]*/g, (word) => lowered(placeholderWords(word)))
}

const comparison = /^([A-Za-z_][\w.]*)(?:\s*(==|!=|>=|<=|>|<|contains)\s*"([^"]*)")?$/

/** Returns a condition in words, joined as it is written; what has no words stays as it is written. */
function testWords(rest: string): string {
  const parts = ['']
  // A word within quotation marks joins nothing.
  for (const [word] of rest.matchAll(/"[^"]*"?|[^\s"]+|\s+/g)) {
    if (word === 'and' || word === 'or') parts.push(word, '')
    else parts[parts.length - 1] += word
  }
  return parts
    .map((part, index) => (index % 2 === 1 ? ` ${i18next.t(`template.join.${part}`)} ` : oneTest(part.trim())))
    .join('')
}

function oneTest(part: string): string {
  const [, name, operator, value] = comparison.exec(part) ?? []
  if (name === undefined) return part
  const words = { name: lowered(placeholderWords(name)), value }
  if (operator === undefined) return i18next.t('template.test.set', words)
  if (value === '' && operator === '!=') return i18next.t('template.test.filled', words)
  if (value === '' && operator === '==') return i18next.t('template.test.empty', words)
  return i18next.t(`template.test.${operatorKeys[operator] ?? 'is'}`, words)
}

const operatorKeys: Readonly<Record<string, string>> = {
  '==': 'is',
  '!=': 'isNot',
  contains: 'contains',
  '>': 'over',
  '>=': 'atLeast',
  '<': 'under',
  '<=': 'atMost',
}

function lowered(label: string): string {
  return label.charAt(0).toLowerCase() + label.slice(1)
}
