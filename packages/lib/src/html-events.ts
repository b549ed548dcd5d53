import { Tokenizer } from 'htmlparser2'

/** What `readHtmlEvents` reports, in source order. Names are lower case, character references decoded. */
export interface HtmlEvents {
  open: (name: string, attributes: ReadonlyMap<string, string>) => void
  close: (name: string) => void
  /** Text between tags, scripts and styles included. */
  text: (text: string) => void
  comment?: (text: string) => void
}

/**
 * Reports the tags and text of HTML verbatim, without building or repairing a tree. Takes linear time whatever the
 * markup, where building a tree from hostile or unclosed tags takes quadratic time.
 */
export function readHtmlEvents(html: string, events: HtmlEvents): void {
  let name = ''
  let attributes = new Map<string, string>()
  let attribute = ''
  let value = ''
  const tokenizer = new Tokenizer(
    { decodeEntities: true },
    {
      ontext: (start, end) => events.text(html.slice(start, end)),
      ontextentity: (codePoint) => events.text(String.fromCodePoint(codePoint)),
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase()
        attributes = new Map()
      },
      onattribname(start, end) {
        attribute = html.slice(start, end).toLowerCase()
        value = ''
      },
      onattribdata(start, end) {
        value += html.slice(start, end)
      },
      onattribentity(codePoint) {
        value += String.fromCodePoint(codePoint)
      },
      onattribend() {
        // The first of two attributes with the same name counts (HTML standard, 13.2.5.33).
        if (!attributes.has(attribute)) attributes.set(attribute, value)
      },
      onopentagend: () => events.open(name, attributes),
      onselfclosingtag: () => {
        events.open(name, attributes)
        // Of HTML's own elements the slash ends none (HTML standard, 13.2.6.4.7).
        if (name === 'svg' || name === 'math') events.close(name)
      },
      onclosetag: (start, end) => events.close(html.slice(start, end).toLowerCase()),
      oncdata() {},
      oncomment: (start, end, offset) => events.comment?.(html.slice(start, end - offset)),
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
    },
  )
  tokenizer.write(html)
  tokenizer.end()
}
