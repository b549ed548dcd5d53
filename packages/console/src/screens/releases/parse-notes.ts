/** A piece of a line: text, code, emphasized text, or a link. */
export type Piece = { kind: 'text' | 'code' | 'strong'; text: string } | { kind: 'link'; text: string; to: string }

export type Block =
  | { kind: 'heading'; text: string }
  | { kind: 'list'; items: readonly (readonly Piece[])[] }
  | { kind: 'paragraph'; pieces: readonly Piece[] }

export interface Release {
  /** `0.1.0, not released yet` */
  title: string
  blocks: readonly Block[]
}

/**
 * Returns the releases of a changelog, in its order, newest first. It uses only some Markdown: `##` for a release,
 * `###` within one, `-` for a line, paragraphs, and in them `code`, **strong** and [links](to). Anything else stays
 * text, HTML included.
 */
export function parseNotes(text: string): Release[] {
  const [, ...parts] = text.replaceAll('\r\n', '\n').split(/^## +/m)
  return parts.map((part) => {
    const [title = '', ...lines] = part.split('\n')
    return { title: title.trim(), blocks: blocksOf(lines) }
  })
}

function blocksOf(lines: readonly string[]): Block[] {
  const blocks: Block[] = []
  let open: { kind: 'list' | 'paragraph'; lines: string[] } | undefined
  const close = () => {
    if (open?.kind === 'list') blocks.push({ kind: 'list', items: open.lines.map(piecesOf) })
    if (open?.kind === 'paragraph') blocks.push({ kind: 'paragraph', pieces: piecesOf(open.lines.join(' ')) })
    open = undefined
  }
  for (const line of lines) {
    const item = /^[-*] +(.+)$/.exec(line)?.[1]
    const heading = /^###+ +(.+)$/.exec(line)?.[1]
    if (heading !== undefined || line.trim() === '') close()
    if (heading !== undefined) blocks.push({ kind: 'heading', text: heading.trim() })
    else if (item !== undefined) {
      if (open?.kind !== 'list') close()
      open ??= { kind: 'list', lines: [] }
      open.lines.push(item.trim())
    } else if (line.trim() !== '') {
      open ??= { kind: 'paragraph', lines: [''] }
      // A continuation line belongs to the one before it.
      open.lines.push(`${open.lines.pop() ?? ''} ${line.trim()}`.trim())
    }
  }
  close()
  return blocks
}

const forms = /`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g

function piecesOf(line: string): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const match of line.matchAll(forms)) {
    if (match.index > end) pieces.push({ kind: 'text', text: line.slice(end, match.index) })
    pieces.push(pieceOf(match))
    end = match.index + match[0].length
  }
  if (end < line.length) pieces.push({ kind: 'text', text: line.slice(end) })
  return pieces
}

function pieceOf([, code, strong, text = '', to = '']: RegExpExecArray): Piece {
  if (code !== undefined) return { kind: 'code', text: code }
  return strong === undefined ? { kind: 'link', text, to } : { kind: 'strong', text: strong }
}
