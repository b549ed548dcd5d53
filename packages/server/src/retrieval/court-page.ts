import { readHtmlEvents } from '@courtcrier/lib/html-events.ts'

/** The parts of a court's HTML page that show what kind of page it is. */
export interface CourtPage {
  title: string
  /** All visible text, with white space collapsed. */
  text: string
  /** Every table row in order. Nested tables are flattened, so a row ends where the next one begins. */
  rows: readonly (readonly PageCell[])[]
  /** Addresses of `<iframe>`, `<frame>`, `<embed>` and `<object>`. */
  frames: readonly string[]
  /** Targets of forms. */
  formActions: readonly string[]
  hasPasswordField: boolean
  /** Target of `<meta http-equiv=refresh>`, or of `window.location = "…"` in a script. */
  redirect?: string
  /**
   * The address that returns all documents of a menu at once, with its query. Never requested; it identifies case and
   * entry.
   */
  combined?: string
}

export interface PageCell {
  text: string
  link?: { href: string; onclick: string }
  checkBox?: { value: string; onclick: string }
}

/** Reads a page in one pass. Only the first 2 million characters are read, more than any court's page has. */
export function readPage(html: string): CourtPage {
  const found: PageContents = {
    titles: [],
    texts: [],
    scripts: [],
    rows: [],
    frames: [],
    formActions: [],
    clicks: [],
    hasPasswordField: false,
  }
  let open = ''
  readHtmlEvents(html.slice(0, 2_000_000), {
    open(name, attributes) {
      open = name
      noteTag(found, name, (key) => attributes.get(key) ?? '')
    },
    close(name) {
      // Text after a table isn't part of any of its cells.
      if (name === 'table') found.rows.push([])
      open = ''
    },
    text: (text) => noteText(found, open, text),
  })
  const script = found.scripts.join('\n')
  const redirect = found.refresh || scriptTarget(script)
  const combined = combinedAddress([...found.clicks, script])
  return {
    title: collapse(found.titles.join('')),
    text: collapse(found.texts.join('')),
    rows: found.rows
      .filter((row) => row.length > 0)
      .map((row) => row.map((cell) => ({ ...cell, text: collapse(cell.text) }))),
    frames: found.frames.filter((address) => address !== ''),
    formActions: found.formActions,
    hasPasswordField: found.hasPasswordField,
    ...(redirect && { redirect }),
    ...(combined && { combined }),
  }
}

interface PageContents {
  titles: string[]
  texts: string[]
  scripts: string[]
  rows: PageCell[][]
  frames: string[]
  formActions: string[]
  /** `onclick` scripts of buttons. */
  clicks: string[]
  hasPasswordField: boolean
  refresh?: string
}

function noteTag(found: PageContents, name: string, value: (key: string) => string): void {
  if (name === 'tr') found.rows.push([])
  else if (name === 'td' || name === 'th') found.rows.at(-1)?.push({ text: '' })
  else if (frameTags.has(name)) found.frames.push(value('src') || value('data'))
  else if (name === 'form') found.formActions.push(value('action'))
  else if (name === 'meta' && /^refresh$/i.test(value('http-equiv'))) found.refresh ||= refreshTarget(value('content'))
  else if (name === 'input') noteInput(found, value)
  if (!skippedTags.has(name)) found.texts.push(' ')
  const cell = found.rows.at(-1)?.at(-1)
  if (cell) fillCell(cell, name, value)
}

function noteInput(found: PageContents, value: (key: string) => string): void {
  if (/^password$/i.test(value('type'))) found.hasPasswordField = true
  if (/^button$/i.test(value('type'))) found.clicks.push(value('onclick'))
}

function noteText(found: PageContents, open: string, text: string): void {
  if (open === 'script') found.scripts.push(text)
  else if (open === 'title') found.titles.push(text)
  if (skippedTags.has(open)) return
  found.texts.push(text)
  const cell = found.rows.at(-1)?.at(-1)
  if (cell) cell.text += text
}

function fillCell(cell: PageCell, name: string, value: (key: string) => string): void {
  if (name === 'a' && value('href') !== '') cell.link ??= { href: value('href'), onclick: value('onclick') }
  if (name === 'input' && /^checkbox$/i.test(value('type'))) {
    cell.checkBox ??= { value: value('value'), onclick: value('onclick') }
  }
}

/** Never visible, or not part of the page's own text. */
const skippedTags = new Set(['script', 'style', 'title', 'template', 'noframes'])
const frameTags = new Set(['iframe', 'frame', 'embed', 'object'])

/** `0; url=/cgi-bin/…` */
function refreshTarget(content: string): string {
  return /url\s*=\s*['"]?([^'"]+)/i.exec(content)?.[1]?.trim() ?? ''
}

/**
 * Some courts serve a document through a script that only sets the location (oknd). Only a plain string counts: menus
 * assemble locations from what a person selected.
 */
function scriptTarget(script: string): string {
  return /window\s*\.\s*location(?:\s*\.\s*href)?\s*=\s*(["'])([^"'\n]{1,2000})\1\s*(?:;|$)/m.exec(script)?.[2] ?? ''
}

/**
 * `…show_multidocs.pl?caseid=137477&arr_de_seq_nums=9…`, or at courts of appeals
 * `…?servlet=ShowDocMulti&caseId=46307&…&d=6315334…`.
 */
function combinedAddress(scripts: readonly string[]): string | undefined {
  for (const script of scripts) {
    const at = script.search(/show_multidocs\.pl\?|servlet=ShowDocMulti&/)
    if (at < 0) continue
    const before = script.slice(Math.max(0, at - 200), at).split(/['"\s]/)
    return `${before.at(-1)}${/^[^'"\s]{0,2000}/.exec(script.slice(at))?.[0]}`
  }
  return undefined
}

function collapse(text: string): string {
  return text.replace(/[\s\u00a0]+/g, ' ').trim()
}
