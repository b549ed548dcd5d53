import { escapeMarkup } from '@courtcrier/lib/escape-markup.ts'
import { readHtmlEvents } from '@courtcrier/lib/html-events.ts'
import { htmlToLines } from './body-text.ts'

/**
 * A template's result, made fit for an email: only elements that mail programs display, each closed, so that none of it
 * swallows the documents and the footer after it; and the same as plain text.
 */
export type TidyBody = { html: string; text: string } | { problem: string }

/** Makes HTML fit for an email. `mark` is removed from attributes, because it is replaced with markup. */
export function tidyBody(source: string, mark?: string | RegExp): TidyBody {
  const parts: string[] = []
  const lines = htmlToLines()
  const open: string[] = []
  /** Where each open element starts among the parts. */
  const starts: number[] = []
  let lastShown = -1
  let hidden = ''
  let isTooDeep = false
  const closeTo = (depth: number) => {
    while (open.length > depth) {
      const name = open.pop() ?? ''
      const start = starts.pop() ?? 0
      // A notice without docket text leaves a template's quote empty, which mail programs show as a gap.
      if (name === 'blockquote' && lastShown < start) parts.length = start
      else parts.push(`</${name}>`)
      lines.close(name)
    }
  }
  readHtmlEvents(source, {
    open(name, given) {
      if (hidden) return
      const attributes = mark === undefined ? given : without(given, mark)
      if (hiddenElements.has(name)) hidden = name
      if (!shownElements.has(name)) return
      if (endedBySame.has(name) && open.at(-1) === name) closeTo(open.length - 1)
      if (name === 'img' || name === 'hr') lastShown = parts.length
      parts.push(`<${name}${writeAttributes(attributes)}>`)
      lines.open(name, attributes)
      if (voidElements.has(name)) return
      open.push(name)
      starts.push(parts.length - 1)
      isTooDeep ||= open.length > deepest
    },
    close(name) {
      if (hidden) {
        if (name === hidden) hidden = ''
        return
      }
      const at = isTooDeep ? -1 : open.lastIndexOf(name)
      if (at >= 0) closeTo(at)
    },
    text(text) {
      if (hidden) return
      if (text.trim() !== '') lastShown = parts.length
      parts.push(escapeMarkup(text))
      lines.text(text)
    },
  })
  closeTo(0)
  if (isTooDeep) return { problem: `Its elements are nested more than ${deepest} deep.` }
  return { html: parts.join(''), text: lines.end() }
}

const deepest = 60
const setOf = (names: string): ReadonlySet<string> => new Set(names.split(' '))
const shownElements = setOf(
  'a abbr address article b big blockquote br caption center cite code col colgroup dd del div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark ol p pre q s samp section small span strike strong sub sup table tbody td tfoot th thead tr u ul var',
)
/**
 * Left out with everything they contain. If one is not closed, the rest of the template is left out, but nothing else
 * in the email.
 */
const hiddenElements = setOf(
  'script style title template iframe object noembed noframes noscript textarea select svg math',
)
const voidElements = setOf('br hr img col')
/** Each ends the previous one of the same name (HTML standard, 13.1.2.4). */
const endedBySame = setOf('p li dt dd td th tr')

function without(attributes: ReadonlyMap<string, string>, mark: string | RegExp): ReadonlyMap<string, string> {
  return new Map([...attributes].map(([name, value]) => [name, value.replaceAll(mark, '')]))
}

function writeAttributes(attributes: ReadonlyMap<string, string>): string {
  return [...attributes]
    .filter(([name, value]) => isHarmless(name, value))
    .map(([name, value]) => ` ${name}="${escapeMarkup(value)}"`)
    .join('')
}

function isHarmless(name: string, value: string): boolean {
  if (!/^[a-z][a-z-]*$/.test(name) || name.startsWith('on')) return false
  if (name !== 'href' && name !== 'src' && name !== 'background') return true
  return /^(https?:|mailto:|tel:|cid:)/i.test(value.trim())
}
