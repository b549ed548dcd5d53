import type { Span } from '@courtcrier/contract/notice.ts'
import DOMPurify, { type Config } from 'dompurify'
import { type DecodeReference, markSpans } from './mark-spans.ts'

export interface CleanMail {
  /** Harmless HTML for the body of a page of its own. */
  html: string
  /** Pictures from elsewhere that were left out. */
  leftOut: number
  hasLinks: boolean
}

/**
 * A mail's HTML made harmless, with the spans marked (`data-evidence` holds their places in the list). What is
 * kept is structure and words. Scripts, forms, frames, pictures from elsewhere, and everything about looks go:
 * a mail must not fetch anything, nor hide its words, nor look like the console. Links become text that says
 * where they lead, because opening a court's link would use it up.
 */
export function cleanMail(source: string, spans: readonly Span[]): CleanMail {
  const key = secretKey()
  const open = (places: readonly number[]) => `<mark data-evidence="${key} ${places.join(' ')}">`
  const marked = markSpans(source, { spans, open, decode: decodeReference })
  const body = DOMPurify.sanitize(marked, { ...keptParts, RETURN_DOM_FRAGMENT: true })
  keepOwnMarks(body, { key, spans })
  const leftOut = dropPictures(body)
  const hasLinks = spellOutLinks(body)
  const holder = document.createElement('div')
  holder.append(body)
  return { html: holder.innerHTML, leftOut, hasLinks }
}

/** What a character reference shows, as the browser has it. */
export const decodeReference: DecodeReference = (reference) => {
  const known = decoded.get(reference)
  if (known !== undefined) return known
  const template = document.createElement('template')
  template.innerHTML = reference
  const text = template.content.textContent ?? reference
  // A mail of nothing but different references must not be kept for good.
  if (decoded.size < 5000) decoded.set(reference, text)
  return text
}

const decoded = new Map<string, string>()

const plainAttributes = ['align', 'colspan', 'data-evidence', 'dir', 'rowspan', 'start', 'valign']

const keptParts: Config = {
  ALLOWED_TAGS: (
    'a abbr address article b bdi bdo big blockquote br caption center cite code col colgroup dd del dfn div dl dt em ' +
    'figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nobr ol p pre q s samp section ' +
    'small span strike strong sub sup table tbody td tfoot th thead tr tt u ul var wbr'
  ).split(' '),
  ALLOWED_ATTR: [...plainAttributes, 'alt', 'href', 'src'],
  // Without this their values too would have to be addresses.
  ADD_URI_SAFE_ATTR: plainAttributes,
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  ALLOWED_URI_REGEXP: /^(?:https?:|mailto:)/i,
  KEEP_CONTENT: true,
}

/** Marks that the mail brought along must not pass for evidence. */
function keepOwnMarks(body: DocumentFragment, { key, spans }: { key: string; spans: readonly Span[] }): void {
  const seen = new Set<string>()
  for (const element of body.querySelectorAll('mark, [data-evidence]')) {
    const [owner, ...places] = (element.getAttribute('data-evidence') ?? '').split(' ')
    element.removeAttribute('data-evidence')
    if (owner !== key || element.localName !== 'mark') {
      if (element.localName === 'mark') element.replaceWith(...element.childNodes)
      continue
    }
    element.setAttribute('data-evidence', places.join(' '))
    // A whole paragraph in the colour of evidence would drown the single values.
    element.toggleAttribute(
      'data-long',
      places.every((place) => isLong(spans[Number(place)])),
    )
    // One stop for the keyboard per value, however many tags it runs through.
    if (places.some((place) => !seen.has(place))) element.setAttribute('tabindex', '0')
    for (const place of places) seen.add(place)
  }
}

function isLong(span: Span | undefined): boolean {
  return span !== undefined && span[1] - span[0] > 60
}

function dropPictures(body: DocumentFragment): number {
  let count = 0
  for (const image of body.querySelectorAll('img')) {
    // DOMPurify lets data through for pictures, also such as hold more than pixels.
    if (/^data:image\/(png|gif|jpeg|webp);base64,/i.test(image.getAttribute('src') ?? '')) {
      if (!image.hasAttribute('alt')) image.setAttribute('alt', '')
      continue
    }
    count++
    image.replaceWith(image.getAttribute('alt') ?? '')
  }
  return count
}

function spellOutLinks(body: DocumentFragment): boolean {
  const links = body.querySelectorAll('a')
  for (const link of links) {
    const text = document.createElement('span')
    text.append(...link.childNodes)
    const host = hostOf(link.getAttribute('href') ?? '')
    if (host) {
      text.className = 'link'
      text.dataset.host = host
    }
    link.replaceWith(text)
  }
  return body.querySelector('.link') !== null
}

/** Where a link leads, as the browser reads it: `https://court.gov@evil.example/` says `evil.example`. */
function hostOf(href: string): string {
  if (!URL.canParse(href)) return ''
  const url = new URL(href)
  return url.protocol === 'mailto:' ? url.pathname : url.host
}

/** Unguessable, so that a mail cannot write marks of its own. */
function secretKey(): string {
  return `k${crypto.getRandomValues(new Uint32Array(2)).join('')}`
}
