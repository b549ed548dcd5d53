/** One piece of what a reader sees: a text part, or a part's alternatives. */
export interface Piece {
  html?: string
  text?: string
  /** The text is an alternative behind the HTML. */
  isTextLast?: true
}

/** Shown as HTML if any piece is HTML; a piece with both is shown once. */
export function joinPieces(pieces: readonly Piece[]): Piece {
  const text = pieces.flatMap((piece) => piece.text ?? []).join('\n') || undefined
  const ofText = text === undefined ? {} : { text }
  if (!pieces.some((piece) => piece.html !== undefined)) return ofText
  let html = ''
  for (const [place, piece] of pieces.entries()) {
    // Text begins and ends on a line of its own, as programs show it; HTML has elements for that.
    const isApart = [piece, pieces[place - 1]].some((one) => one && one.html === undefined)
    if (place > 0) html += isApart ? '<br>\n' : '\n'
    html += piece.html ?? toHtml(piece.text ?? '')
  }
  return { html, ...ofText }
}

/**
 * Of a part's alternatives, the sender's last one of a kind is the most complete (RFC 2046, 5.1.4). One of several parts
 * is shown whole: Apple Mail divides the HTML at each file within it.
 */
export function chooseAlternative(alternatives: readonly (readonly Piece[])[]): Piece {
  const has = (kind: keyof Piece) => (pieces: readonly Piece[]) => pieces.some((piece) => Boolean(piece[kind]))
  const rich = alternatives.findLast(has('html'))
  const plain = alternatives.findLast((each) => has('text')(each) && !has('html')(each))
  const { html, text } = joinPieces(rich ?? [])
  const written = plain ? joinPieces(plain).text : text
  const isTextLast = rich && plain && alternatives.lastIndexOf(plain) > alternatives.lastIndexOf(rich)
  return {
    ...(html !== undefined && { html }),
    ...(written !== undefined && { text: written }),
    ...(isTextLast && { isTextLast }),
  }
}

/** Lines end in `<br>`, which readers treat as a line end as in courts' own HTML; addresses become links. */
function toHtml(text: string): string {
  const pieces = text.split(webAddress)
  const marked = pieces.map((piece, at) => {
    const shown = escaped(piece)
    return at % 2 === 1 ? `<a href="${shown}">${shown}</a>` : shown
  })
  return marked.join('').replaceAll('\n', '<br>\n')
}

const webAddress = /(https?:\/\/[^\s<>"]{1,4000})/i

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
