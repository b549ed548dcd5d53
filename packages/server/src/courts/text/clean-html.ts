import { hiddenTags } from '@courtcrier/contract/hidden-tags.ts'
import { type HtmlEvents, readHtmlEvents } from '@courtcrier/lib/html-events.ts'

/** Structure and words only; everything else of a message is left out, and its text remains. */
const allowed = new Set(
  (
    'abbr address article b bdi big blockquote br caption center cite code col colgroup dd del dfn div dl dt em ' +
    'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i ins kbd li main mark nobr ol p pre q s samp section ' +
    'small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr'
  ).split(' '),
)
const childless = new Set(['br', 'col', 'hr', 'wbr'])

/** The attributes that matter for reading a table or list, each with its possible values. */
const attributes: Readonly<Record<string, RegExp>> = {
  align: /^(?:left|right|center|justify)$/,
  valign: /^(?:top|middle|bottom|baseline)$/,
  dir: /^(?:ltr|rtl|auto)$/,
  colspan: /^\d{1,3}$/,
  rowspan: /^\d{1,3}$/,
  start: /^\d{1,5}$/,
}

/** Tags nested deeper than this are left out; their text is not. */
const deepest = 200

/** Longer messages aren't cleaned: their text is enough to read them, and cleaning them would hold the process. */
const longest = 1_000_000

/**
 * Returns a message's HTML with nothing that runs, fetches, links, styles or hides: only allowlisted tags, well nested,
 * and escaped text. Pictures are replaced by their descriptions. Undefined for HTML longer than 1,000,000 characters.
 */
export function cleanHtml(html: string): string | undefined {
  if (html.length > longest) return undefined
  const state: CleanState = { parts: [], open: [], unread: [] }
  readHtmlEvents(html, eventsOf(state))
  for (const name of state.open.toReversed()) state.parts.push(`</${name}>`)
  return state.parts.join('')
}

interface CleanState {
  parts: string[]
  /** Names of the open elements that were written, innermost last. */
  open: string[]
  /** Names of the open elements whose content is left out. */
  unread: string[]
}

function eventsOf({ parts, open, unread: skipped }: CleanState): HtmlEvents {
  return {
    open(name, given) {
      if (hiddenTags.has(name) && skipped.length < deepest) skipped.push(name)
      if (skipped.length > 0) return
      if (name === 'img') parts.push(escaped(given.get('alt') ?? ''))
      if (!allowed.has(name)) return
      if (!childless.has(name)) {
        if (open.length >= deepest) return
        open.push(name)
      }
      parts.push(`<${name}${attributesOf(given)}>`)
    },
    close(name) {
      if (skipped.length > 0) {
        const at = skipped.lastIndexOf(name)
        if (at >= 0) skipped.length = at
        return
      }
      const at = open.lastIndexOf(name)
      if (at < 0) return
      for (const inner of open.splice(at).toReversed()) parts.push(`</${inner}>`)
    },
    text(text) {
      if (skipped.length === 0) parts.push(escaped(text))
    },
  }
}

function attributesOf(given: ReadonlyMap<string, string>): string {
  return Object.entries(attributes)
    .flatMap(([name, values]) => {
      const value = given.get(name)?.trim().toLowerCase() ?? ''
      return values.test(value) ? [` ${name}="${value}"`] : []
    })
    .join('')
}

const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => references[character] ?? character)
}
