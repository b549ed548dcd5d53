import { readHtmlEvents } from '@courtcrier/lib/html-events.ts'
import { declarationsOf, withoutComments } from './hiding-style.ts'

interface Element {
  name: string
  attributes: ReadonlyMap<string, string>
}

type Style = ReadonlyMap<string, string>

/**
 * Returns what the style sheets in a message say of an element, by a single tag, by classes or by an ID: enough to notice
 * what they hide. Rules under a condition, such as the width of a phone, don't count, since others see what they hide.
 */
export function sheetOf(html: string): (element: Element) => Style {
  const rules = rulesOf(sheetsIn(html))
  if (rules.size === 0) return () => none
  const joint = [...rules.keys()].filter((key) => key.split('.').length > 2).slice(0, mostJoint)
  return ({ name, attributes }) => {
    const classes = (attributes.get('class') ?? '').toLowerCase().split(/\s+/).slice(0, mostClasses)
    const own = [...classes.map((each) => `.${each}`), `#${(attributes.get('id') ?? '').toLowerCase()}`]
    const keys = ['*', name, ...own, ...own.map((each) => `${name}${each}`), ...jointOf(joint, name, classes)]
    const styles = keys.flatMap((each) => rules.get(each) ?? [])
    return new Map(styles.flatMap((style) => [...style]))
  }
}

/** Selectors of several classes are compared one by one. */
const mostJoint = 100

function jointOf(joint: readonly string[], name: string, classes: readonly string[]): readonly string[] {
  if (classes.length < 2) return []
  return joint.filter((key) => {
    const [own, ...all] = key.split('.')
    return (own === '' || own === name) && all.every((each) => classes.includes(each))
  })
}

const none: Style = new Map()
const mostClasses = 20
const mostRules = 2_000

function sheetsIn(html: string): string {
  if (!/<style/i.test(html)) return ''
  const sheets: string[] = []
  let isInside = false
  readHtmlEvents(html, {
    open: (name) => {
      isInside ||= name === 'style'
    },
    close: (name) => {
      if (name === 'style') isInside = false
    },
    text: (text) => {
      if (isInside) sheets.push(text)
    },
  })
  return sheets.join('')
}

/** By selector, in lower case. Later declarations count more. */
function rulesOf(sheet: string): ReadonlyMap<string, Style> {
  const rules = new Map<string, Map<string, string>>()
  /** Whether each open block is under a condition, and how many are. */
  const blocks: boolean[] = []
  let conditions = 0
  let head = '@'
  // Old programs write their sheets within a comment of HTML.
  for (const piece of withoutComments(sheet.toLowerCase())
    .replaceAll(/<!--|-->/g, ' ')
    .split(/(?<=[{}])/)) {
    const text = piece.slice(0, -1)
    if (piece.endsWith('{')) {
      head = text.slice(text.lastIndexOf(';') + 1).trim()
      blocks.push(head.includes('@') && !always.test(head))
      if (blocks.at(-1)) conditions += 1
    } else if (piece.endsWith('}')) {
      if (!head.includes('@') && conditions === 0) addRule(rules, head, text)
      if (blocks.pop()) conditions -= 1
      head = '@'
    }
  }
  return rules
}

/** Media that everyone has who reads email, and what their programs can do. */
const always = /^@(?:media\s{1,9}(?:all|screen|only screen)$|supports\b|layer\b)/

function addRule(rules: Map<string, Map<string, string>>, head: string, text: string): void {
  for (const selector of head.split(',').slice(0, mostClasses)) {
    const key = selector.trim()
    if (!simple.test(key) || rules.size >= mostRules) continue
    rules.set(key, new Map([...(rules.get(key) ?? []), ...declarationsOf(text)]))
  }
}

const simple = /^(?:\*|(?:[a-z][a-z\d]{0,20})?(?:#[\w-]{1,100}|(?:\.[\w-]{1,100}){0,4}))$/
